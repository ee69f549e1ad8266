import type { ReactNode } from 'react'
import { ResponsivePicture } from '#ui/components/responsive-image.tsx'
import type { Picture } from './picture.ts'

interface Props {
  eyebrow?: ReactNode
  title: string
  text?: ReactNode
  actions?: ReactNode
  picture?: Picture | null
}

/** What this page promises, and the one thing to do. */
export function Hero({ eyebrow, title, text, actions, picture }: Props) {
  return (
    <section className={picture ? 'p-hero p-hero-pictured' : 'p-hero'}>
      <div className="p-width">
        <div>
          {eyebrow && <p className="p-eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          {text && <p className="p-hero-text">{text}</p>}
          {actions && <div className="p-actions">{actions}</div>}
        </div>
        {picture && (
          <ResponsivePicture
            src={picture.src}
            sizes="(min-width: 56em) 32rem, 100vw"
            width={picture.width}
            height={picture.height}
            alt={picture.alt ?? ''}
            fetchPriority="high"
          />
        )}
      </div>
    </section>
  )
}

import type { ReactNode } from 'react'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import type { ImageProps } from './image-props.ts'

interface Props {
  eyebrow?: ReactNode
  title: string
  text?: ReactNode
  actions?: ReactNode
  image?: ImageProps | null
}

/** The introduction of a page with its main action. */
export function Hero({ eyebrow, title, text, actions, image }: Props) {
  return (
    <section className={image ? 'p-hero p-hero-pictured' : 'p-hero'}>
      <div className="p-width">
        <div>
          {eyebrow && <p className="p-eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          {text && <p className="p-hero-text">{text}</p>}
          {actions && <div className="p-actions">{actions}</div>}
        </div>
        {image && (
          <ResponsiveImage
            src={image.src}
            sizes="(min-width: 56em) 32rem, 100vw"
            width={image.width}
            height={image.height}
            alt={image.alt ?? ''}
            fetchPriority="high"
          />
        )}
      </div>
    </section>
  )
}

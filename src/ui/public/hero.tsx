import type { ReactNode } from 'react'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { GeneratedCover } from './generated-cover.tsx'
import type { ImageProps } from './image-props.ts'

interface Props {
  eyebrow?: ReactNode
  title: string
  text?: ReactNode
  actions?: ReactNode
  /** Short true facts below the actions, such as the number of courses. */
  facts?: readonly string[]
  image?: ImageProps | null
  /** Text whose generated cover stands in for a missing image. */
  pattern?: string
}

/** Top of a page: title, text, and actions, on the cover image or a generated cover if there is one. */
export function Hero({ eyebrow, title, text, actions, facts = [], image, pattern }: Props) {
  return (
    <section className={image || pattern ? 'p-hero p-hero-cover' : 'p-hero'}>
      {!image && pattern && <GeneratedCover text={pattern} />}
      {image && (
        <ResponsiveImage
          src={image.src}
          sizes="(min-width: 56em) 62vw, 100vw"
          width={image.width}
          height={image.height}
          alt={image.alt ?? ''}
          fetchPriority="high"
        />
      )}
      <div className="p-width">
        <div className="p-hero-words">
          {eyebrow && <p className="p-eyebrow">{eyebrow}</p>}
          <h1>{title}</h1>
          {text && <p className="p-hero-text">{text}</p>}
          {actions && <div className="p-actions">{actions}</div>}
          {facts.length > 0 && (
            <ul className="p-hero-facts">
              {facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
}

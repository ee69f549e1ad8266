import type { ReactNode } from 'react'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { GeneratedCover } from './generated-cover.tsx'
import type { ImageProps } from './image-props.ts'

interface Props {
  href: string
  title: string
  /** Category of the course, if the list around it does not name it. */
  category?: string | undefined
  text?: string
  image: ImageProps | null
  badge?: ReactNode
  /** Short facts, such as the number of lessons and the teacher. */
  facts?: readonly ReactNode[]
  price?: ReactNode
  /** For images visible at once; the others load when they come near the viewport. */
  eager?: boolean
}

/** A course in a list. The whole card is a link. */
export function CourseCard({
  href,
  title,
  category,
  text,
  image,
  badge,
  facts = [],
  price,
  eager = false,
}: Props) {
  return (
    <article className="p-card">
      <div className="p-card-picture">
        {image ? (
          <ResponsiveImage
            src={image.src}
            sizes="(min-width: 40em) 20rem, 100vw"
            width={image.width}
            height={image.height}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
          />
        ) : (
          <GeneratedCover text={title} />
        )}
      </div>
      {badge && <span className="p-card-badge">{badge}</span>}
      <div className="p-card-body">
        {category && <span className="p-card-category">{category}</span>}
        <h3>
          <a href={href}>{title}</a>
        </h3>
        {text && <p className="p-card-text">{text}</p>}
        <div className="p-card-foot">
          {facts.map((fact, index) => (
            // The facts of a card never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index}>{fact}</span>
          ))}
          {price && <span className="p-price">{price}</span>}
        </div>
      </div>
    </article>
  )
}

import { Children, type ReactNode } from 'react'

interface Props {
  /** The category's slug; `/#slug` scrolls here. */
  id: string
  title: string
  text?: ReactNode
  /** Shown at the end of the title's line. */
  aside?: ReactNode
  /** The cards. */
  children: ReactNode
}

/** A category and its courses. */
export function CategorySection({ id, title, text, aside, children }: Props) {
  return (
    <section id={id} className="p-section" aria-labelledby={`${id}-title`}>
      <div className="p-width">
        <div className="p-section-head">
          <h2 id={`${id}-title`}>{title}</h2>
          {aside}
          {text && <p>{text}</p>}
        </div>
        <ul className="p-cards">
          {Children.map(children, (card) => (
            <li>{card}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

import article from './article.module.css'
import classes from './rich-text.module.css'

/** Class of an element that shows an article, also in the editor. */
export const articleClass = `${classes.text} ${article.article}`

/** Renders the text of a lesson, with its images, notes, columns, code and formulas. */
export function Article({ html }: { html: string }) {
  return <div className={articleClass} dangerouslySetInnerHTML={{ __html: html }} />
}

/** An empty article for a script that fills it before the app loads. React does not touch its content. */
export function EarlyArticle({ slot }: { slot: string }) {
  return (
    <div
      className={articleClass}
      data-early={slot}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

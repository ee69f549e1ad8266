import classes from './rich-text.module.css'

/** Renders HTML of the rich text editor. The server sanitises it on write and on read. */
export function RichText({ html }: { html: string }) {
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}

/** An empty text for a script that fills it before the app loads. React does not touch its content. */
export function EarlyRichText({ slot }: { slot: string }) {
  return (
    <div
      className={classes.text}
      data-early={slot}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

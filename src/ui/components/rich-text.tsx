import classes from './rich-text.module.css'

/** Text from the rich text editor, which the server has sanitised when it was written and when it was read. */
export function RichText({ html }: { html: string }) {
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}

/** An empty text, for a script that writes into it before the app is there. React leaves alone what it finds in it. */
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

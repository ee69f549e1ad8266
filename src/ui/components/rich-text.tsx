import classes from './rich-text.module.css'

/** Renders HTML of the rich text editor. The server sanitises it on write and on read. */
export function RichText({ html }: { html: string }) {
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}

import classes from './rich-text.module.css'

/** Text from the rich text editor, which the server has sanitised when it was written and when it was read. */
export function RichText({ html }: { html: string }) {
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}

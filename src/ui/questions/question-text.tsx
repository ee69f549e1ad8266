import type { Variables } from '#lib/questions/index.ts'
import { Article } from '#ui/components/article.tsx'
import { withVariables } from './part-text.ts'
import classes from './questions.module.css'

/** The text of a question, with the values of its variables. `id` names the controls of the answer. */
export function QuestionText({
  id,
  html,
  variables = {},
}: {
  id: string
  html: string
  variables?: Variables
}) {
  return (
    <div id={id} dir="auto" className={classes.text}>
      <Article html={withVariables(html, variables)} />
    </div>
  )
}

/** The text of an option, a prompt or another part. It may stand inside of a label. */
export function PartText({ html, id }: { html: string; id?: string }) {
  return <span id={id} dir="auto" className={classes.part} dangerouslySetInnerHTML={{ __html: html }} />
}

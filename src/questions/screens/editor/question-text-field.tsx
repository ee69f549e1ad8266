import type { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import { ArticleField } from '#ui/form/rich-text/article/article-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { withIds, withNumbers } from './fields/gap-numbers.ts'
import { bodyField, type Editing } from './question-draft.ts'
import { sendToQuestion } from './send-to-question.ts'

interface Props {
  body: QuestionBody
  answers: QuestionKey
  editing: Editing
}

/** The text of the question. Gaps are shown by their numbers. */
export function QuestionTextField({ body, answers, editing }: Props) {
  const { t } = useTranslation('question-editor')
  const field = bodyField(editing, 'text', body.text)
  const shared = {
    label: t(body.type === 'passage' ? 'passage.text' : 'text'),
    send: sendToQuestion,
    minHeight: 110,
  }
  if (body.type !== 'gaps' || answers.type !== 'gaps')
    return (
      <ArticleField
        {...shared}
        {...field}
        {...(body.type === 'calculated' && { hint: t('calculated.textHint') })}
      />
    )
  const change = (text: string) => {
    const next = withIds(text, { gaps: body.gaps, answers: answers.gaps })
    editing.set(`${editing.bodyPath}.gaps`, next.gaps)
    editing.set(`${editing.keyPath}.gaps`, next.answers)
    field.onChange(next.text)
  }
  return (
    <ArticleField
      {...shared}
      {...field}
      hint={t('gapsHint')}
      value={withNumbers(body.text, body.gaps)}
      onChange={change}
    />
  )
}

import type { QuestionKey } from '#lib/questions/index.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AddButton } from '../parts/add-button.tsx'
import { PartField } from '../parts/part-field.tsx'
import { keyField, type Editing } from '../question-draft.ts'
import { RemoveButton } from '../parts/remove-button.tsx'

/** Maximum number of hints. */
const maxHints = 5

const kinds = ['general', 'correct', 'incorrect'] as const

/** Texts after the release of results, and hints of a practice. */
export function FeedbackFields({ answers, editing }: { answers: QuestionKey; editing: Editing }) {
  const { t } = useTranslation('question-editor')
  if (!('feedback' in answers)) return null
  const { feedback, hints } = answers
  const path = `${editing.keyPath}.hints`
  return (
    <>
      {kinds.map((kind) => (
        <PartField
          key={kind}
          {...keyField(editing, `feedback.${kind}`, feedback[kind])}
          label={t(`feedback.${kind}`)}
        />
      ))}
      {hints.map((hint, at) => (
        <PartField
          key={at}
          {...keyField(editing, `hints.${at}`, hint)}
          label={t('feedback.hint', { number: at + 1 })}
        >
          <RemoveButton
            name={t('feedback.hint', { number: at + 1 })}
            size="lg"
            onClick={() => editing.set(path, hints.toSpliced(at, 1))}
          />
        </PartField>
      ))}
      <AddButton disabled={hints.length >= maxHints} onClick={() => editing.set(path, [...hints, ''])}>
        {t('feedback.addHint')}
      </AddButton>
    </>
  )
}

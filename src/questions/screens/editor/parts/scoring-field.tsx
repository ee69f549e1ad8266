import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { keyField, type Editing } from '../question-draft.ts'

const choices = ['partial', 'all_or_nothing'] as const

/** Points for an answer that is right in parts. */
export function ScoringField({ editing, scoring }: { editing: Editing; scoring: (typeof choices)[number] }) {
  const { t } = useTranslation('question-editor')
  return (
    <NativeSelectField
      {...keyField<string>(editing, 'scoring', scoring)}
      label={t('scoring.label')}
      choices={choices.map((value) => ({ value, label: t(`scoring.${value}`) }))}
    />
  )
}

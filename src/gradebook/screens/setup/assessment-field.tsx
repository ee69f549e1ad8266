import { SelectField, type Choice } from '#ui/form/fields/select-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { DraftItem, GradebookDraft } from './gradebook-draft.ts'

interface Props {
  form: ApiForm<GradebookDraft>
  item: DraftItem
  index: number
  assessments: readonly Choice[]
}

/** The assessment whose results become the grades of an item; hidden where the course has none. */
export function AssessmentField({ form, item, index, assessments }: Props) {
  const { t } = useTranslation('gradebook')
  const { assessment_id } = item
  const isListed = assessment_id === null || assessments.some(({ value }) => value === assessment_id)
  const choices = isListed
    ? assessments
    : [{ value: assessment_id, label: t('setup.deletedAssessment') }, ...assessments]
  if (choices.length === 0) return null
  return (
    <SelectField
      {...form.field(`items.${index}.assessment_id`)}
      value={assessment_id}
      label={t('setup.assessment')}
      hint={t('setup.assessmentHint')}
      placeholder={t('setup.noAssessment')}
      clearable
      searchable
      choices={choices}
      onChange={(chosen) => {
        const name = item.name || (choices.find(({ value }) => value === chosen)?.label ?? '')
        form.setValues({ items: form.values.items.with(index, { ...item, assessment_id: chosen, name }) })
      }}
    />
  )
}

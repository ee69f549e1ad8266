import { getCourseContents } from '#courses/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { FieldProps } from '#ui/form/form-state.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props extends Omit<FieldProps<string | null>, 'label'> {
  course_id: string | null
}

/** An assessment among the lessons of a course; nothing for a course without one. */
export function AssessmentField({ course_id, ...field }: Props) {
  const { t } = useTranslation('certificate-designer')
  const course = useApiQuery(getCourseContents, { id: course_id ?? '' }, { enabled: course_id !== null }).data
  const assessments = (course?.lessons ?? [])
    .flatMap(({ contents }) => contents)
    .filter(({ type }) => type === 'assessment')
  if (course_id === null || assessments.length === 0) return null
  return (
    <SelectField
      {...field}
      label={t('rules.assessment')}
      hint={t('rules.assessmentHint')}
      placeholder={t('rules.noAssessment')}
      clearable
      searchable
      choices={assessments.map(({ id, title }) => ({ value: id, label: title }))}
    />
  )
}

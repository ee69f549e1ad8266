import { useState } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { copiedCriteria, type EditedCriterion } from './edited-rubric.ts'

/** Begins a rubric with a copy of another one. */
export function CopyRubricField({ onCopy }: { onCopy: (criteria: EditedCriterion[]) => void }) {
  const { t } = useTranslation('marking')
  const [search, setSearch] = useState('')
  const q = search.trim().slice(0, 100)
  const list = useApiQuery(contract.listRubrics, { limit: 20, ...(q && { q }) }, { keepPrevious: true })
  const rubrics = list.data?.data ?? []
  if (rubrics.length === 0 && q === '') return null
  const keyOf = ({ assessment_id, question_id }: (typeof rubrics)[number]) =>
    `${assessment_id} ${question_id}`
  return (
    <SelectField
      label={t('rubric.copy')}
      searchable
      value={null}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      onChange={(key) => {
        const chosen = rubrics.find((rubric) => keyOf(rubric) === key)
        if (chosen) onCopy(copiedCriteria(chosen.criteria))
      }}
      choices={rubrics.map((rubric) => ({
        value: keyOf(rubric),
        label: `${rubric.assessment_name}: ${rubric.question_name ?? t('marking.deletedQuestion')}`,
      }))}
    />
  )
}

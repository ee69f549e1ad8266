import { Group, Stack } from '@mantine/core'
import { isUuid } from '#lib/ids/is-uuid.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { certificateStates } from '../certificate-state.tsx'
import { CourseField } from '../fields/course-field.tsx'
import { SearchField } from '../fields/search-field.tsx'
import { IssuedTable } from './issued-table.tsx'

/** Issued certificates of the school, newest first. */
export function Issued({ onIssue }: { onIssue: () => void }) {
  const { t } = useTranslation('manage-certificates')
  const [search] = useQueryParam('student')
  const [course_id, setCourse] = useQueryParam('course_id')
  const [stateName, setState] = useQueryParam('state')
  const state = certificateStates.find((one) => one === stateName)
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <SearchField parameter="student" label={t('issued.search')} />
        <SelectField
          label={t('state')}
          clearable
          placeholder={t('all')}
          value={state ?? null}
          onChange={setState}
          choices={certificateStates.map((value) => ({ value, label: t(`states.${value}`) }))}
        />
        <CourseField label={t('course')} placeholder={t('all')} value={course_id} onChange={setCourse} />
      </Group>
      <IssuedTable
        filters={{
          ...(search && { search }),
          ...(state && { state }),
          ...(course_id && isUuid(course_id) && { course_id }),
        }}
        onIssue={onIssue}
      />
    </Stack>
  )
}

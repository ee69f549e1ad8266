import { Group, Title } from '@mantine/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { listCourses } from '#courses/contract.ts'
import { listFaculties } from '#faculties/contract.ts'
import { listGroups } from '#groups/contract.ts'
import { api } from '#tenancy/client/browser.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { StudentImport } from './import-progress.tsx'

const counted = (count: number) => ({ count, shown: formatNumber(count) })

interface Props {
  list: StudentImport
  onAgain: () => void
}

/** Placements for all students of the file, and the start button. */
export function ImportOptionsForm({ list, onAgain }: Props) {
  const { t } = useTranslation('student-imports')
  const { job_id, new_count, existing_count, pending_invitation_count } = list
  const form = useStartForm(job_id)
  const discard = useApiMutation(contract.discardStudentImport, { onSuccess: onAgain, onError: onAgain })
  const targets = usePlaces(form.values.course_ids)
  const adds = form.values.how === 'add'
  return (
    <Form form={form} label={t('options.title')}>
      <Title order={2} size="h4">
        {t('options.title')}
      </Title>
      <FormSummary form={form} />
      <MultiSelectField
        {...form.field('course_ids')}
        onChange={(course_ids) => form.setValues({ course_ids, group_ids: [] })}
        label={t('options.courses')}
        hint={t('options.coursesHint')}
        searchable
        clearable
        maxValues={20}
        choices={targets.courses}
      />
      {targets.groups.length > 0 && (
        <MultiSelectField
          {...form.field('group_ids')}
          label={t('options.groups')}
          searchable
          clearable
          maxValues={20}
          choices={targets.groups}
        />
      )}
      {form.values.course_ids.length > 0 && (
        <DateTimeField
          {...form.field('student_approval_end_date')}
          label={t('options.until')}
          hint={t('options.untilHint')}
        />
      )}
      {targets.faculties.length > 0 && (
        <MultiSelectField
          {...form.field('faculty_ids')}
          label={t('options.faculties')}
          hint={t('options.facultiesHint')}
          searchable
          clearable
          maxValues={20}
          choices={targets.faculties}
        />
      )}
      <RadioField
        {...form.field('how')}
        label={t('options.how')}
        choices={[
          { value: 'invite', label: t('options.howInvite'), hint: t('options.howInviteHint') },
          { value: 'add', label: t('options.howAdd'), hint: t('options.howAddHint') },
        ]}
      />
      {!adds && (
        <CheckboxField
          {...form.toggle('notify')}
          label={t('options.notify')}
          hint={t('options.notifyHint')}
        />
      )}
      <Group justify="space-between">
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate({ job_id })}>
          {t('options.other')}
        </Button>
        <SubmitButton form={form} disabled={new_count + existing_count + pending_invitation_count === 0}>
          <SubmitLabel list={list} values={form.values} />
        </SubmitButton>
      </Group>
    </Form>
  )
}

/** Sends the placements and starts the import. */
function useStartForm(job_id: string) {
  const client = useQueryClient()
  return useApiForm({
    contract: contract.startStudentImport,
    initialValues: {
      course_ids: [] as string[],
      group_ids: [] as string[],
      faculty_ids: [] as string[],
      student_approval_end_date: null as string | null,
      notify: true,
      how: 'invite' as string,
    },
    input: ({ student_approval_end_date: end, how, ...options }) => ({
      job_id,
      ...options,
      add_immediately: how === 'add',
      ...(end && { student_approval_end_date: end }),
    }),
    onDone(answer) {
      client.setQueryData(queryKey(contract.getStudentImport, { job_id }), answer)
    },
  })
}

type Values = ReturnType<typeof useStartForm>['values']

/** Says how many people the import invites or places. */
function SubmitLabel({ list, values }: { list: StudentImport; values: Values }) {
  const { t } = useTranslation('student-imports')
  const { new_count, existing_count, pending_invitation_count } = list
  const isChosen = values.course_ids.length + values.faculty_ids.length > 0
  if (values.how === 'add' && new_count + pending_invitation_count > 0)
    return t('options.place', counted(new_count + pending_invitation_count))
  return new_count > 0 || !isChosen
    ? t('options.invite', counted(new_count))
    : t('options.place', counted(existing_count + pending_invitation_count))
}

interface Named {
  id: string
  name: string
}

const asChoice = ({ id, name }: Named) => ({ value: id, label: name })

/** Options of the form; groups are those of the selected courses. */
function usePlaces(course_ids: string[]) {
  const courses = useApiQuery(listCourses, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  const faculties = useApiQuery(listFaculties, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  const nameOf = new Map(courses.map(({ id, course_name }) => [id, course_name]))
  const groups = useQueries({
    queries: course_ids.map((id) => ({
      queryKey: queryKey(listGroups, { id, limit: 100 }),
      queryFn: () => api(listGroups, { id, limit: 100 }),
      staleTime: 60_000,
    })),
    combine: (answers) => answers.flatMap(({ data }) => data?.data ?? []),
  })
  return {
    courses: courses.map(({ id, course_name }) => asChoice({ id, name: course_name })),
    faculties: faculties.map(asChoice),
    groups: groups.map(({ id, name, course_id }) =>
      asChoice({ id, name: course_ids.length > 1 ? `${name} · ${nameOf.get(course_id) ?? ''}` : name }),
    ),
  }
}

import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { DataTable, type Column } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { SearchField, useDebouncedSearch } from '../search-field.tsx'
import { StudentName } from '../student-name.tsx'
import type { LessonCounts } from './course-progress.tsx'
import { useDurationText } from './use-duration-text.ts'
import { useChangeProgress } from './use-change-progress.ts'

const states = ['not_started', 'started', 'completed'] as const

export type StudentInLesson = ApiReply<typeof contract.listContentProgress>['data'][number]

interface Props {
  course_id: string
  lesson: LessonCounts
}

/** Who is where in one lesson, with corrections for the selected students. */
export function LessonProgress({ course_id, lesson }: Props) {
  const { t } = useTranslation('learning')
  const { typed, setTyped, search } = useDebouncedSearch()
  const [stateParameter, setState] = useQueryParam('state')
  const [selected, setSelected] = useState<string[]>([])
  const state = states.find((one) => one === stateParameter)
  const list = useApiPages(contract.listContentProgress, {
    content_id: lesson.content_id,
    course_id,
    limit: 50,
    ...(search && { search }),
    ...(state && { state }),
  })
  const columns = useColumns()
  const chosen = selected.filter((id) => list.rows?.some((row) => row.student_id === id))
  return (
    <Stack gap="lg">
      <div>
        <LinkButton
          to={`/manage/courses/${course_id}/students/progress`}
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={18} aria-hidden className="ly-mirrored" />}
        >
          {t('way.toLessons')}
        </LinkButton>
        <Title order={2} size="h3" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {lesson.title}
        </Title>
        <Text c="dimmed">{lesson.lesson_title}</Text>
      </div>
      <Group align="flex-end" gap="md">
        <SearchField searchText={typed} setSearchText={setTyped} />
        <SelectField
          flex={{ base: '1 1 9rem', sm: '1 1 10.5rem' }}
          label={t('way.state')}
          placeholder={t('way.anyState')}
          clearable
          value={state ?? null}
          onChange={setState}
          choices={states.map((value) => ({ value, label: t(`way.${value}`) }))}
        />
      </Group>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable
          label={lesson.title}
          rows={list.rows}
          rowKey="student_id"
          pages={list}
          columns={columns}
          empty={<EmptyState title={t('students.noneFound')} text={t('way.nobodyText')} />}
          selection={{ selected: chosen, onChange: setSelected, labelOf: (row) => row.name }}
        />
      )}
      {chosen.length > 0 && (
        <Corrections
          course_id={course_id}
          content_id={lesson.content_id}
          chosen={chosen}
          onDone={() => setSelected([])}
        />
      )}
    </Stack>
  )
}

interface CorrectionsProps {
  course_id: string
  content_id: string
  chosen: string[]
  onDone: () => void
}

function Corrections({ course_id, content_id, chosen, onDone }: CorrectionsProps) {
  const { t } = useTranslation('learning')
  const { change, reset, isPending } = useChangeProgress(onDone)
  const given = { course_id, student_ids: chosen, content_ids: [content_id] }
  const count = t('students.chosen', { count: chosen.length })
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={count}>
      <Group justify="space-between" gap="sm">
        <Text fw={600} role="status">
          {count}
        </Text>
        <Group gap="sm">
          <Button size="sm" loading={isPending} onClick={() => change({ ...given, completed: true })}>
            {t('correct.complete')}
          </Button>
          <Button size="sm" variant="default" onClick={() => void reset(given)}>
            {t('correct.reset')}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

function useColumns(): Column<StudentInLesson>[] {
  const { t } = useTranslation('learning')
  const duration = useDurationText()
  return [
    {
      key: 'name',
      title: t('students.name'),
      render: (row) => (
        <>
          <StudentName student={row} />
          <Text size="sm" hiddenFrom="sm" mt={4}>
            {t(`way.${row.state}`)}
            {row.percentage !== null && row.state === 'started' && ` · ${row.percentage}%`}
            {row.visible_seconds > 0 && ` · ${duration(row.visible_seconds)}`}
          </Text>
        </>
      ),
    },
    { key: 'state', title: t('way.state'), width: 130, wide: true, render: (row) => t(`way.${row.state}`) },
    {
      key: 'percentage',
      title: t('students.progress'),
      width: 150,
      wide: true,
      render: (row) =>
        row.percentage === null ? (
          '–'
        ) : (
          <ProgressBar share={row.percentage / 100} label={t('students.progressOf', { name: row.name })} />
        ),
    },
    {
      key: 'visible_seconds',
      title: t('way.time'),
      width: 110,
      wide: true,
      render: (row) => (row.visible_seconds > 0 ? duration(row.visible_seconds) : '–'),
    },
    {
      key: 'opened_at',
      title: t('way.opened'),
      width: 130,
      wide: true,
      render: (row) => (row.opened_at ? <Time at={row.opened_at} style="date" /> : '–'),
    },
    {
      key: 'completed_at',
      title: t('way.done'),
      width: 130,
      wide: true,
      render: (row) => (row.completed_at ? <Time at={row.completed_at} style="date" /> : '–'),
    },
  ]
}

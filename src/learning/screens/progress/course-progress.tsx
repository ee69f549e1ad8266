import { Stack, Text, Title } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable, type Column } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { TextLink } from '../text-link.tsx'
import { LessonProgress } from './lesson-progress.tsx'
import classes from './course-progress.module.css'

export const handle: ScreenHandle = { namespaces: ['learning'] }

export type LessonCounts = ApiReply<typeof contract.listCourseProgress>['data'][number]

/** How many students are where in a course, and who, for one lesson. */
export default function CourseProgress() {
  const { t } = useTranslation('learning')
  const { course_id = '' } = useParams()
  const [lesson] = useQueryParam('lesson')
  const list = useApiPages(contract.listCourseProgress, { course_id, limit: 100 })
  const columns = useColumns()
  const open = list.rows?.find((row) => row.content_id === lesson)
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (open) return <LessonProgress key={open.content_id} course_id={course_id} lesson={open} />
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} size="h3">
          {t('way.title')}
        </Title>
        <Text c="dimmed">{t('way.text')}</Text>
      </div>
      <DataTable
        label={t('way.title')}
        rows={list.rows}
        rowKey="content_id"
        pages={list}
        columns={columns}
        empty={
          <EmptyState icon={<IconListDetails size={32} />} title={t('way.none')} text={t('way.noneText')} />
        }
      />
    </Stack>
  )
}

function useColumns(): Column<LessonCounts>[] {
  const { t } = useTranslation('learning')
  const number = (key: 'not_started' | 'started' | 'completed'): Column<LessonCounts> => ({
    key,
    title: t(`way.${key}`),
    width: 130,
    align: 'right',
    wide: true,
    render: (row) => formatNumber(row[key]),
  })
  return [
    {
      key: 'title',
      title: t('way.lesson'),
      render: (row) => (
        <div className={classes.lesson}>
          <TextLink to={`?lesson=${row.content_id}`}>{row.title}</TextLink>
          <Text size="sm" c="dimmed">
            {row.lesson_title}
          </Text>
          <Shares counts={row} />
        </div>
      ),
    },
    number('not_started'),
    number('started'),
    number('completed'),
  ]
}

/** The three counts as one bar. On a phone, where the columns are hidden, also as text. */
function Shares({ counts }: { counts: LessonCounts }) {
  const { t } = useTranslation('learning')
  const { not_started, started, completed } = counts
  const total = not_started + started + completed
  const text = t('way.shares', {
    not_started: formatNumber(not_started),
    started: formatNumber(started),
    completed: formatNumber(completed),
  })
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {total > 0 && (
          <>
            <span className={classes.completed} style={{ width: `${(completed * 100) / total}%` }} />
            <span className={classes.started} style={{ width: `${(started * 100) / total}%` }} />
          </>
        )}
      </div>
      <Text size="sm" c="dimmed" hiddenFrom="sm">
        {text}
      </Text>
    </>
  )
}

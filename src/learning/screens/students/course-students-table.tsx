import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconTrophy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DataTable, type Column, type ListPages } from '#ui/components/data-table.tsx'
import { ProgressBar } from '#ui/components/feedback/progress-bar.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { StatusBadge } from '../status-badge.tsx'
import { StudentMenu, type CourseStudent, type StudentActions } from './student-menu.tsx'
import { StudentName } from '../student-name.tsx'

interface Props extends StudentActions {
  course_id: string
  tiers: number
  rows: CourseStudent[] | undefined
  pages: ListPages
  empty: ReactNode
  selected: string[]
  onSelect: (ids: string[]) => void
}

export function CourseStudentsTable({
  course_id,
  tiers,
  rows,
  pages,
  empty,
  selected,
  onSelect,
  ...actions
}: Props) {
  const { t } = useTranslation('learning')
  // A phone has room for two columns, so the status is below the name.
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false
  const columns: Column<CourseStudent>[] = [
    {
      key: 'name',
      title: t('students.name'),
      render: (row) => (
        <>
          <StudentName student={row} />
          {isPhone && <EnrolmentStatusCell student={row} />}
          {isPhone && row.status === 'approved' && <Progress student={row} />}
        </>
      ),
    },
    {
      key: 'status',
      wide: true,
      title: t('students.status'),
      width: 170,
      render: (row) => <EnrolmentStatusCell student={row} />,
    },
    {
      key: 'progress',
      title: t('students.progress'),
      width: 170,
      wide: true,
      render: (row) => <Progress student={row} />,
    },
    ...(tiers > 0
      ? [
          {
            key: 'tier',
            title: t('tier.label'),
            width: 90,
            wide: true,
            render: (row: CourseStudent) => (row.tier === null ? '–' : t('tier.number', { tier: row.tier })),
          },
        ]
      : []),
    {
      key: 'last_opened_at',
      title: t('students.lastActive'),
      width: 150,
      wide: true,
      render: (row) =>
        row.last_opened_at ? (
          <Time at={row.last_opened_at} style="relative" />
        ) : (
          <Text c="dimmed">{t('students.never')}</Text>
        ),
    },
    {
      key: 'student_id',
      title: <span className="ly-hidden">{t('students.actions')}</span>,
      width: 72,
      align: 'right',
      render: (row) => <StudentMenu course_id={course_id} student={row} tiers={tiers} {...actions} />,
    },
  ]
  return (
    <DataTable
      label={t('students.title')}
      rows={rows}
      rowKey="student_id"
      pages={pages}
      empty={empty}
      columns={columns}
      selection={{ selected, onChange: onSelect, labelOf: (row) => row.name }}
    />
  )
}

function EnrolmentStatusCell({ student }: { student: CourseStudent }) {
  const { t } = useTranslation('learning')
  const { status, student_approval_end_date: end, created_at } = student
  return (
    <div>
      <StatusBadge status={status} />
      <Text size="sm" c="dimmed" mt={2} component="div">
        {status === 'pending' && <Time at={created_at} style="relative" />}
        {(status === 'approved' || status === 'expired') && end && (
          <>
            {t('students.until')} <Time at={end} style="date" />
          </>
        )}
      </Text>
    </div>
  )
}

function Progress({ student: { progress, completed_at, name } }: { student: CourseStudent }) {
  const { t } = useTranslation('learning')
  if (!progress || progress.total === 0) return '–'
  return (
    <div>
      <ProgressBar share={progress.percentage / 100} label={t('students.progressOf', { name })} />
      {completed_at && (
        <Text size="sm" c="dimmed" component="div">
          <IconTrophy size={14} aria-hidden /> <Time at={completed_at} style="date" />
        </Text>
      )}
    </div>
  )
}

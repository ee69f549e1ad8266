import { Anchor, Code, Group, Spoiler, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'
import type { ParkedJob } from './jobs.tsx'

interface Props {
  jobs: ReturnType<typeof useApiPages<typeof contract.listParkedJobs>>
  chosen: string[]
  onChoose: (ids: string[]) => void
  onRetry: (id: number) => void
  onDelete: (id: number) => void
  empty: ReactNode
}

export function JobsTable({ jobs, chosen, onChoose, onRetry, onDelete, empty }: Props) {
  const { t } = useTranslation('console')
  return (
    <DataTable
      label={t('jobs.title')}
      rows={jobs.rows}
      rowKey="id"
      pages={jobs}
      empty={empty}
      selection={{ selected: chosen, onChange: onChoose, labelOf: (job) => `${job.task} ${job.id}` }}
      columns={[
        { key: 'task', title: t('jobs.job'), render: (job) => <Job job={job} /> },
        {
          key: 'parked_at',
          title: t('jobs.parked'),
          width: 150,
          wide: true,
          render: (job) => <Parked job={job} />,
        },
        {
          key: 'actions',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 220,
          align: 'right',
          wide: true,
          render: (job) => <Actions job={job} onRetry={onRetry} onDelete={onDelete} />,
        },
      ]}
    />
  )
}

const Parked = ({ job: { parked_at } }: { job: ParkedJob }) => <Time at={parked_at} style="relative" />

function Job({ job: { task, school, last_error, attempts } }: { job: ParkedJob }) {
  const { t } = useTranslation('console')
  const { t: shared } = useTranslation('ui')
  return (
    <div style={{ minWidth: 0, maxWidth: '44rem' }}>
      <Text fw={600} dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
        {task}
      </Text>
      <Text size="sm" c="dimmed">
        {school ? (
          <Anchor
            size="sm"
            renderRoot={(props: object) => <Link to={`/console/schools/${school.school_id}`} {...props} />}
          >
            {school.name ?? t('schoolGone')}
          </Anchor>
        ) : (
          t('platform')
        )}{' '}
        · {t('jobs.attempts', { count: attempts })}
      </Text>
      {last_error && (
        <Spoiler maxHeight={72} showLabel={shared('table.more')} hideLabel={t('jobs.less')} mt={6}>
          <Code block dir="ltr" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {last_error}
          </Code>
        </Spoiler>
      )}
    </div>
  )
}

function Actions({ job, onRetry, onDelete }: { job: ParkedJob } & Pick<Props, 'onRetry' | 'onDelete'>) {
  const { t } = useTranslation('console')
  const name = `${job.task} ${job.id}`
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button variant="default" onClick={() => onRetry(job.id)} aria-label={`${t('jobs.retry')}: ${name}`}>
        {t('jobs.retry')}
      </Button>
      <Button
        variant="subtle"
        color="error"
        onClick={() => onDelete(job.id)}
        aria-label={`${t('jobs.delete')}: ${name}`}
      >
        {t('jobs.delete')}
      </Button>
    </Group>
  )
}

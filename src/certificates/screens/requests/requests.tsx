import { Box, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFileText } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable, type Column } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { RequestActions, type Decision } from './request-actions.tsx'

const DecideDialog = lazy(() => import('./decide-dialog.tsx'))

export type CertificateRequest = ApiReply<typeof contract.listCertificateRequests>['data'][number]

const states = ['requested', 'approved', 'declined'] as const

/** Requests of students for certificates, the oldest first. */
export function Requests() {
  const { t } = useTranslation('manage-certificates')
  const [stateName, setState] = useQueryParam('request_state')
  const [decided, setDecided] = useState<{ request: CertificateRequest; decision: Decision } | null>(null)
  const state = states.find((one) => one === stateName) ?? 'requested'
  return (
    <Stack gap="md">
      <Group align="flex-end">
        <SelectField
          label={t('state')}
          allowDeselect={false}
          value={state}
          onChange={(next) => setState(next === 'requested' ? null : next)}
          choices={states.map((value) => ({ value, label: t(`requests.states.${value}`) }))}
        />
      </Group>
      <RequestsTable state={state} onDecide={(request, decision) => setDecided({ request, decision })} />
      {/* Outside of the rows, whose cells depend on the width of the window. */}
      <Suspense>{decided && <DecideDialog {...decided} onClose={() => setDecided(null)} />}</Suspense>
    </Stack>
  )
}

interface TableProps {
  state: (typeof states)[number]
  onDecide: (request: CertificateRequest, decision: Decision) => void
}

function RequestsTable({ state, onDecide }: TableProps) {
  const { t } = useTranslation('manage-certificates')
  const list = useApiPages(contract.listCertificateRequests, { limit: 50, state })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const isOpen = state === 'requested'
  return (
    <DataTable
      label={t('views.requests')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoRequests isOpen={isOpen} />}
      columns={[
        {
          key: 'student_name',
          title: t('student'),
          render: (request) => <StudentCell request={request} onDecide={onDecide} />,
        },
        {
          key: 'created_at',
          title: t('requests.date'),
          width: 150,
          wide: true,
          render: ({ created_at }) => <Time at={created_at} style="date" />,
        },
        ...(isOpen ? [actionsColumn(t('actions'), onDecide)] : []),
      ]}
    />
  )
}

const actionsColumn = (title: string, onDecide: TableProps['onDecide']): Column<CertificateRequest> => ({
  key: 'id',
  title: <span className="ly-hidden">{title}</span>,
  width: 290,
  wide: true,
  align: 'right',
  render: (request) => <RequestActions request={request} onDecide={onDecide} />,
})

function NoRequests({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('manage-certificates')
  return (
    <EmptyState
      icon={isOpen ? <IconCircleCheck size={40} /> : <IconFileText size={40} />}
      title={t(isOpen ? 'requests.none' : 'noneFound')}
      text={t(isOpen ? 'requests.noneText' : 'noneFoundText')}
    />
  )
}

function StudentCell({ request, onDecide }: Pick<TableProps, 'onDecide'> & { request: CertificateRequest }) {
  const { t } = useTranslation('manage-certificates')
  const { student_name, course_name, has_completed, message, decline_reason, state } = request
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} dir="auto">
        {student_name}
      </Text>
      <Text size="sm">
        <bdi>{course_name}</bdi> · {t(has_completed ? 'requests.completed' : 'requests.notCompleted')}
      </Text>
      {message && (
        <Text size="sm" c="dimmed" dir="auto" style={{ whiteSpace: 'pre-line' }}>
          {message}
        </Text>
      )}
      {decline_reason && (
        <Text size="sm" c="dimmed">
          {t('requests.declineReason', { reason: decline_reason })}
        </Text>
      )}
      {state === 'requested' && (
        <Box hiddenFrom="sm" mt="xs">
          <RequestActions request={request} onDecide={onDecide} />
        </Box>
      )}
    </div>
  )
}

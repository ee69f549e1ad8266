import { Anchor, Box, Text } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { StateBadge, type CertificateState } from '../certificate-state.tsx'
import { CertificateActions } from './certificate-actions.tsx'

export type Certificate = ApiReply<typeof contract.listCertificates>['data'][number]

interface Props {
  filters: { search?: string; state?: CertificateState; course_id?: string }
  onIssue: () => void
}

export function IssuedTable({ filters, onIssue }: Props) {
  const { t } = useTranslation('manage-certificates')
  const list = useApiPages(contract.listCertificates, { limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('views.issued')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoCertificates isFiltered={Object.keys(filters).length > 0} onIssue={onIssue} />}
      columns={[
        { key: 'student_name', title: t('student'), render: (row) => <StudentCell certificate={row} /> },
        {
          key: 'state',
          title: t('state'),
          wide: true,
          width: 140,
          render: (row) => <State certificate={row} />,
        },
        {
          key: 'issued_at',
          title: t('issued.date'),
          width: 150,
          wide: true,
          render: ({ issued_at }) => <Time at={issued_at} style="date" />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 64,
          align: 'right',
          render: (row) => <CertificateActions certificate={row} />,
        },
      ]}
    />
  )
}

function NoCertificates({ isFiltered, onIssue }: { isFiltered: boolean; onIssue: () => void }) {
  const { t } = useTranslation('manage-certificates')
  return (
    <EmptyState
      icon={<IconCertificate size={40} />}
      title={t(isFiltered ? 'noneFound' : 'issued.none')}
      text={t(isFiltered ? 'noneFoundText' : 'issued.noneText')}
      {...(!isFiltered && { action: <Button onClick={onIssue}>{t('issue.open')}</Button> })}
    />
  )
}

function StudentCell({ certificate }: { certificate: Certificate }) {
  const { student_name, course_name, number, verify_url, end_reason } = certificate
  const { t } = useTranslation('manage-certificates')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor href={verify_url} target="_blank" rel="noreferrer" fw={600} dir="auto">
        {student_name || t('issued.erased')}
      </Anchor>
      <Text size="sm">
        <bdi>{course_name}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {t('issued.number', { number })}
      </Text>
      {end_reason && (
        <Text size="sm" c="dimmed">
          {t('issued.endReason', { reason: end_reason })}
        </Text>
      )}
      <Box hiddenFrom="sm" mt={4}>
        <State certificate={certificate} />
      </Box>
    </div>
  )
}

function State({ certificate: { state } }: { certificate: Certificate }) {
  const { t } = useTranslation('manage-certificates')
  return <StateBadge state={state} label={t(`states.${state}`)} />
}

import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listBankTransfers } from '../../contract.ts'
import { ApproveDialog, DeclineDialog } from './decide-dialogs.tsx'

export type StaffTransfer = ApiReply<typeof listBankTransfers>['data'][number]

/** The bank transfers of an order with their proofs, for staff to approve or decline. */
export function OrderTransfers({ order_id }: { order_id: string }) {
  const { t } = useTranslation('payments')
  const transfers = useApiQuery(listBankTransfers, { order_id, limit: 20 }).data?.data ?? []
  if (transfers.length === 0) return null
  return (
    <Section title={t('transfers.title')}>
      {transfers.map((transfer) => (
        <TransferReview key={transfer.id} transfer={transfer} />
      ))}
    </Section>
  )
}

const colors = {
  waiting: 'gray',
  submitted: 'warning',
  declined: 'gray',
  approved: 'success',
  expired: 'gray',
} as const

function TransferReview({ transfer }: { transfer: StaffTransfer }) {
  const { t } = useTranslation('payments')
  const { proof, state, currency } = transfer
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text>
          {t('transfers.reference')}: <strong>{transfer.reference}</strong>
        </Text>
        <Badge color={colors[state]} variant="light">
          {t(`transfers.badge.${state}`)}
        </Badge>
      </Group>
      <Text>
        {t('transfers.amount')}: <strong>{formatMoney(transfer.amount, currency)}</strong>
      </Text>
      {proof ? (
        <Proof proof={proof} currency={currency} />
      ) : (
        <Text c="dimmed">{t('transfers.staff.noProof')}</Text>
      )}
      {transfer.decline_reason && (
        <Text>
          {t('transfers.staff.reason')}: {transfer.decline_reason}
        </Text>
      )}
      {state !== 'approved' && <Decision transfer={transfer} />}
    </Stack>
  )
}

/** A proof may be declined; money that arrived can be approved without one. */
function Decision({ transfer }: { transfer: StaffTransfer }) {
  const { t } = useTranslation('payments')
  const [dialog, setDialog] = useState<'approve' | 'decline' | null>(null)
  const close = () => setDialog(null)
  return (
    <Group gap="sm">
      <Button onClick={() => setDialog('approve')}>{t('transfers.staff.approve')}</Button>
      {transfer.state === 'submitted' && (
        <Button variant="default" onClick={() => setDialog('decline')}>
          {t('transfers.staff.decline')}
        </Button>
      )}
      {dialog === 'approve' && <ApproveDialog transfer={transfer} onClose={close} />}
      {dialog === 'decline' && <DeclineDialog transfer={transfer} onClose={close} />}
    </Group>
  )
}

interface ProofProps {
  proof: NonNullable<StaffTransfer['proof']>
  currency: string
}

function Proof({ proof, currency }: ProofProps) {
  const { t } = useTranslation('payments')
  const facts = [
    [t('transfers.paidAmount'), formatMoney(proof.amount, currency)],
    [t('transfers.paidOn'), proof.paid_on],
    [t('transfers.sender'), proof.sender_name],
  ] as const
  return (
    <Group gap="lg" align="flex-start">
      {proof.url && (
        <Anchor href={proof.url} target="_blank" rel="noreferrer">
          {proof.is_image ? (
            <img
              src={proof.url}
              alt={t('transfers.openProof')}
              style={{ maxWidth: 220, maxHeight: 300, borderRadius: 'var(--mantine-radius-md)' }}
            />
          ) : (
            t('transfers.openProof')
          )}
        </Anchor>
      )}
      <Stack gap={4} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {facts.map(([name, value]) => (
          <Text key={name}>
            {name}: <strong>{value}</strong>
          </Text>
        ))}
      </Stack>
    </Group>
  )
}

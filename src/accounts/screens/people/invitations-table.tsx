import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { IconMail, IconMailForward, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { SelectedInvitations } from './selected-invitations.tsx'

type Invitation = ApiReply<typeof contract.listInvitations>['data'][number]

const tones = { open: 'primary', accepted: 'success', revoked: 'gray', expired: 'warning' } as const

export function InvitationsTable({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation(['people', 'accounts'])
  const roleName = useRoleName()
  const [selected, setSelected] = useState<string[]>([])
  const invitations = useApiPages(contract.listInvitations, { limit: 50 })
  if (invitations.error) return <ErrorState error={invitations.error} onRetry={invitations.refetch} />
  return (
    <Stack gap="md">
      <SelectedInvitations ids={selected} onDone={() => setSelected([])} />
      <DataTable
        label={t('people.invitations')}
        rows={invitations.rows}
        rowKey="id"
        pages={invitations}
        selection={{ selected, onChange: setSelected, labelOf: (row) => row.email }}
        empty={
          <EmptyState
            icon={<IconMail size={32} />}
            title={t('invitations.none')}
            text={t('invitations.noneText')}
            action={<Button onClick={onInvite}>{t('invite.open')}</Button>}
          />
        }
        columns={[
          { key: 'email', title: t('accounts:fields.email'), render: (row) => <Who invitation={row} /> },
          {
            key: 'role',
            title: t('invite.role'),
            width: 120,
            wide: true,
            render: ({ role }) => roleName(role),
          },
          {
            key: 'status',
            title: t('people.status'),
            width: 130,
            wide: true,
            render: (row) => <State invitation={row} />,
          },
          {
            key: 'created_at',
            title: t('invitations.sent'),
            width: 150,
            wide: true,
            render: ({ created_at }) => <Time at={created_at} style="date" />,
          },
          {
            key: 'id',
            title: <span className="ly-hidden">{t('people.actions')}</span>,
            width: 120,
            align: 'right',
            render: (row) => <Actions invitation={row} />,
          },
        ]}
      />
    </Stack>
  )
}

function Who({ invitation }: { invitation: Invitation }) {
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {invitation.email}
      </Text>
      {invitation.name && (
        <Text size="sm" c="dimmed">
          {invitation.name}
        </Text>
      )}
      <Box hiddenFrom="sm" mt={6}>
        <State invitation={invitation} />
      </Box>
    </div>
  )
}

function State({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('people')
  return (
    <Badge variant="light" color={tones[invitation.status]}>
      {t(`invitations.status_${invitation.status}`)}
    </Badge>
  )
}

function Actions({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('people')
  const { errorText } = useErrorText()
  const { id: invitation_id, email, status } = invitation
  const options = {
    invalidates: [contract.listInvitations],
    onError: (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error'),
  }
  const resend = useApiMutation(contract.resendInvitation, {
    ...options,
    onSuccess: () => toast(t('invite.done', { email })),
  })
  const revoke = useApiMutation(contract.revokeInvitation, {
    ...options,
    onSuccess: () => toast(t('invitations.revoked', { email })),
  })
  if (status === 'accepted' || status === 'revoked') return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <IconButton
        label={t('invitations.resend', { email })}
        variant="subtle"
        size={44}
        loading={resend.isPending}
        onClick={() => resend.mutate({ invitation_id })}
      >
        <IconMailForward size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={t('invitations.revoke', { email })}
        variant="subtle"
        color="error"
        size={44}
        loading={revoke.isPending}
        onClick={() => revoke.mutate({ invitation_id })}
      >
        <IconTrash size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}

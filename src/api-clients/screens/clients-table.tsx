import { Badge, Box, Code, Group, Stack, Text } from '@mantine/core'
import { IconKey, IconPencil, IconPlugConnected, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { scopes } from '../scopes.ts'

export type Client = ApiReply<typeof contract.listApiClients>['data'][number]

const tones = { active: 'success', expired: 'warning', revoked: 'gray' } as const

interface Props {
  onNew: () => void
  onEdit: (client: Client) => void
  onRotate: (client: Client) => void
}

export function ClientsTable({ onNew, onEdit, onRotate }: Props) {
  const { t } = useTranslation('api-clients')
  const clients = useApiPages(contract.listApiClients, { limit: 50 })
  if (clients.error) return <ErrorState error={clients.error} onRetry={clients.refetch} />
  return (
    <DataTable
      label={t('title')}
      rows={clients.rows}
      rowKey="id"
      pages={clients}
      empty={
        <EmptyState
          icon={<IconPlugConnected size={32} />}
          title={t('none')}
          text={t('noneText')}
          action={<Button onClick={onNew}>{t('new.open')}</Button>}
        />
      }
      columns={[
        { key: 'name', title: t('name'), render: (row) => <Which client={row} /> },
        { key: 'scopes', title: t('may'), wide: true, render: (row) => <May client={row} /> },
        {
          key: 'last_used_at',
          title: t('lastUse'),
          width: 180,
          wide: true,
          render: (row) => <LastUse client={row} />,
        },
        {
          key: 'status',
          title: t('status'),
          width: 150,
          wide: true,
          render: (row) => <State client={row} />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 168,
          align: 'right',
          render: (row) => <Actions client={row} onEdit={onEdit} onRotate={onRotate} />,
        },
      ]}
    />
  )
}

function Which({ client }: { client: Client }) {
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {client.name}
      </Text>
      <Code dir="ltr" style={{ overflowWrap: 'anywhere' }}>
        {client.username}
      </Code>
      <Box hiddenFrom="sm" mt={6}>
        <Stack gap={6}>
          <State client={client} />
          <LastUse client={client} />
        </Stack>
      </Box>
    </div>
  )
}

function May({ client }: { client: Client }) {
  const { t } = useTranslation('api-clients')
  const roleName = useRoleName()
  return (
    <div>
      <Text size="sm">{t(`roleIs_${client.role}`, { role: roleName(client.role) })}</Text>
      <Group gap={4} mt={4}>
        {client.scopes.length === scopes.length ? (
          <Badge variant="light">{t('everything')}</Badge>
        ) : (
          client.scopes.map((scope) => (
            <Badge key={scope} variant="light" tt="none" dir="ltr">
              {scope}
            </Badge>
          ))
        )}
      </Group>
    </div>
  )
}

function LastUse({ client }: { client: Client }) {
  const { t } = useTranslation('api-clients')
  if (!client.last_used_at)
    return (
      <Text size="sm" c="dimmed">
        {t('never')}
      </Text>
    )
  return (
    <Text size="sm">
      <Time at={client.last_used_at} style="relative" />
      <Text span c="dimmed" display="block" dir="ltr">
        {client.last_used_address}
      </Text>
    </Text>
  )
}

function State({ client }: { client: Client }) {
  const { t } = useTranslation('api-clients')
  const { status, expires_at, previous_secret_expires_at: former } = client
  return (
    <div>
      <Badge variant="light" color={tones[status]}>
        {t(`status_${status}`)}
      </Badge>
      {status === 'active' && expires_at && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('until')} <Time at={expires_at} style="date" />
        </Text>
      )}
      {former && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('formerUntil')} <Time at={former} />
        </Text>
      )}
    </div>
  )
}

function Actions({ client, onEdit, onRotate }: Omit<Props, 'onNew'> & { client: Client }) {
  const { t } = useTranslation('api-clients')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const { name } = client
  const revoke = useApiMutation(contract.revokeApiClient, {
    invalidates: [contract.listApiClients],
    onSuccess: () => toast(t('revoke.done', { name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (client.status !== 'active') return <IconKey size={20} color="transparent" aria-hidden />
  const ask = async () => {
    const question = { title: t('revoke.title', { name }), text: t('revoke.text'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('revoke.confirm') }))
      revoke.mutate({ client_id: client.id })
  }
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <IconButton label={t('edit.open', { name })} variant="subtle" size={44} onClick={() => onEdit(client)}>
        <IconPencil size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={t('rotate.open', { name })}
        variant="subtle"
        size={44}
        onClick={() => onRotate(client)}
      >
        <IconRefresh size={20} aria-hidden />
      </IconButton>
      <IconButton
        label={t('revoke.open', { name })}
        variant="subtle"
        color="error"
        size={44}
        loading={revoke.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}

import { Anchor, Badge, Box, Group, Stack, Text } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

export const handle: ScreenHandle = { namespaces: ['resellers'] }

type Listed = ApiReply<typeof contract.listResellers>['data'][number]

/** All resellers with their states. */
export default function Resellers() {
  const { t } = useTranslation('resellers')
  const resellers = useApiPages(contract.listResellers, { limit: 50 })
  const add = (
    <LinkButton to="/console/resellers/new" leftSection={<IconPlus size={20} aria-hidden />}>
      {t('add')}
    </LinkButton>
  )
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} text={t('text')} actions={add} />
      {resellers.error ? (
        <ErrorState error={resellers.error} onRetry={resellers.refetch} />
      ) : (
        <DataTable
          label={t('title')}
          rows={resellers.rows}
          rowKey="id"
          pages={resellers}
          empty={<EmptyState icon={<IconBuildingStore size={32} />} title={t('none')} text={t('noneText')} />}
          columns={[
            { key: 'name', title: t('name'), render: (one) => <Name reseller={one} /> },
            {
              key: 'state',
              title: t('state'),
              wide: true,
              render: (one) => <ResellerBadges reseller={one} />,
            },
            {
              key: 'schools',
              title: t('schools'),
              width: 110,
              wide: true,
              render: ({ schools }) => formatNumber(schools),
            },
            {
              key: 'created_at',
              title: t('created'),
              width: 150,
              wide: true,
              render: ({ created_at }) => <Time at={created_at} style="date" />,
            },
          ]}
        />
      )}
    </Stack>
  )
}

function Name({ reseller }: { reseller: Listed }) {
  const { t } = useTranslation('resellers')
  const { id, name, root_domain, schools } = reseller
  return (
    <div style={{ minWidth: 0 }}>
      <Anchor
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props: object) => <Link to={`/console/resellers/${id}`} {...props} />}
      >
        {name}
      </Anchor>
      <Text size="sm" c="dimmed" dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
        {root_domain}
      </Text>
      <Box hiddenFrom="sm" mt={6}>
        <Text size="sm" mb={6}>
          {t('count', { count: schools, number: formatNumber(schools) })}
        </Text>
        <ResellerBadges reseller={reseller} />
      </Box>
    </div>
  )
}

const tones = { pending: 'gray', verified: 'primary', active: 'success', failed: 'error' } as const

export function ResellerBadges({
  reseller: { state, domain, mail },
}: {
  reseller: Pick<Listed, 'state' | 'domain' | 'mail'>
}) {
  const { t } = useTranslation('resellers')
  return (
    <Group gap={6}>
      <Badge variant="light" color={state === 'active' ? 'success' : 'warning'}>
        {t(`states.${state}`)}
      </Badge>
      <Badge variant="light" color={tones[domain.state]}>
        {t(`domainStates.${domain.state}`)}
      </Badge>
      <Badge variant="light" color={mail.is_verified ? 'success' : 'gray'}>
        {t(mail.is_verified ? 'sender.proven' : 'sender.unproven')}
      </Badge>
    </Group>
  )
}

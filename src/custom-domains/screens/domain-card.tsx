import { Alert, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { DomainRecords } from './domain-records.tsx'

type Listed = ApiReply<typeof contract.listDomains>
export type Domain = Listed['data'][number]
export type Target = Listed['target']

const tones = { pending: 'gray', verified: 'primary', active: 'success', failed: 'error' } as const

/** One domain: state, invalid record with the value found, and actions. */
export function DomainCard({ domain, target }: { domain: Domain; target: Target }) {
  const { t } = useTranslation('custom-domains')
  const { state, checked_at, is_canonical } = domain
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
            {domain.domain}
          </Title>
          <Group gap="xs">
            {is_canonical && <Badge variant="light">{t('canonical')}</Badge>}
            <Badge color={tones[state]} variant="light">
              {t(`states.${state}`)}
            </Badge>
          </Group>
        </Group>
        <Text size="sm" c="dimmed">
          {t(`stateTexts.${state}`)}{' '}
          {checked_at ? (
            <>
              {t('checked')} <Time at={checked_at} style="relative" />
            </>
          ) : (
            t('unchecked')
          )}
        </Text>
        <DomainProblem domain={domain} />
        {state !== 'active' && <DomainRecords domain={domain} target={target} />}
        <Actions domain={domain} />
      </Stack>
    </Paper>
  )
}

function DomainProblem({ domain: { problem, found_records, redirects_until } }: { domain: Domain }) {
  const { t } = useTranslation('custom-domains')
  if (!problem) return null
  return (
    <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t(`problems.${problem}`)}>
      {found_records.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('found', { found: found_records.join(', ') })}
        </Text>
      )}
      {redirects_until && (
        <Text size="sm">
          {t('answersUntil')} <Time at={redirects_until} />
        </Text>
      )}
    </Alert>
  )
}

function Actions({ domain: { id, domain } }: { domain: Domain }) {
  const { t } = useTranslation('custom-domains')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const invalidates = [contract.listDomains]
  const onError = (error: ApiError) => toast(errorText(error), 'error')
  const check = useApiMutation(contract.checkDomain, {
    invalidates,
    onError,
    onSuccess: (now) => toast(t(`looked.${now.state}`, { domain }), now.problem ? 'info' : 'success'),
  })
  const release = useApiMutation(contract.releaseDomain, { invalidates, onError })
  const letGo = async () => {
    const question = { title: t('release.title', { domain }), text: t('release.text'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('release.confirm') })) release.mutate({ id })
  }
  return (
    <Group gap="sm">
      <Button
        variant="default"
        loading={check.isPending}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={() => check.mutate({ id })}
        aria-label={t('checkNowOf', { domain })}
      >
        {t('checkNow')}
      </Button>
      <Button
        variant="subtle"
        color="error"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => void letGo()}
        loading={release.isPending}
        aria-label={t('release.of', { domain })}
      >
        {t('release.label')}
      </Button>
    </Group>
  )
}

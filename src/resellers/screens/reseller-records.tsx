import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryKey, useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { CopyValue } from '#ui/components/secret-shown-once.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { recordSteps, type RecordStatus } from './record-steps.ts'
import type { Reseller } from './reseller.tsx'

/** The required DNS records, step by step, with errors. */
export function ResellerRecords({ reseller }: { reseller: Reseller }) {
  const { t } = useTranslation('resellers')
  const { domain, root_domain, mail, target_addresses } = reseller
  const { checked_at, is_serving, redirects_until, verification_record, target } = domain
  const steps = recordSteps(reseller)
  const isApex = root_domain.split('.').length === 2
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" maw="40rem">
          {t(is_serving ? 'dns.answers' : 'dns.silent')}{' '}
          {checked_at ? (
            <>
              {t('dns.checked')} <Time at={checked_at} style="relative" />.
            </>
          ) : (
            t('dns.unchecked')
          )}
          {redirects_until && (
            <>
              {' '}
              {t('dns.answersUntil')} <Time at={redirects_until} />.
            </>
          )}
        </Text>
        <LookNow id={reseller.id} />
      </Group>
      <Step title={t('dns.proof')} record={steps.verification_record}>
        <CopyValue label={t('dns.nameOf', { type: 'TXT' })} value={verification_record.host} />
        <CopyValue label={t('dns.valueOf', { type: 'TXT' })} value={verification_record.value} />
      </Step>
      <Step title={t('dns.point')} record={steps.point}>
        {!isApex && <CopyValue label={t('dns.cname', { domain: root_domain })} value={target} />}
        {isApex && target_addresses.length === 0 && (
          <CopyValue label={t('dns.alias', { domain: root_domain })} value={target} />
        )}
        {target_addresses.length > 0 && (
          <CopyValue
            label={t('dns.addresses', { domain: root_domain })}
            value={target_addresses.join('\n')}
          />
        )}
        <CopyValue label={t('dns.wildcard', { domain: root_domain })} value={root_domain} />
        <Text size="sm" c="dimmed">
          {t('dns.wildcardHint')}
        </Text>
      </Step>
      <Step title={t('dns.sender')} record={steps.sender}>
        {mail.verification_record ? (
          <>
            <CopyValue label={t('dns.nameOf', { type: 'TXT' })} value={mail.verification_record.host} />
            <CopyValue label={t('dns.valueOf', { type: 'TXT' })} value={mail.verification_record.value} />
          </>
        ) : (
          <Text size="sm">{t('dns.senderByRoot')}</Text>
        )}
        <Text size="sm" c="dimmed">
          {t('dns.senderLooked')}
        </Text>
      </Step>
    </Stack>
  )
}

const tones = { right: 'success', invalid: 'error', open: 'gray' } as const

interface StepProps {
  title: string
  record: RecordStatus
  children: ReactNode
}

function Step({ title, record: { status, problem, found_records }, children }: StepProps) {
  const { t } = useTranslation('resellers')
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Group gap="sm">
        <Text fw={640}>{title}</Text>
        <Badge variant="light" color={tones[status]}>
          {t(`dns.${status}`)}
        </Badge>
      </Group>
      {problem && (
        <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t(`dns.problems.${problem}`)}>
          {found_records.length > 0 && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('dns.found', { found: found_records.join(', ') })}
            </Text>
          )}
        </Alert>
      )}
      {children}
    </Stack>
  )
}

function LookNow({ id }: { id: string }) {
  const { t } = useTranslation('resellers')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const check = useApiMutation(contract.checkReseller, {
    invalidates: [contract.listResellers],
    onError: (error) => toast(errorText(error), 'error'),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: queryKey(contract.getReseller, { id }) })
      toast(t('dns.looked'))
    },
  })
  return (
    <Button
      variant="default"
      loading={check.isPending}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={() => check.mutate({ id })}
    >
      {t('dns.look')}
    </Button>
  )
}

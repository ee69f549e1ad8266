import { Stack, Text } from '@mantine/core'
import { CopyValue } from '#ui/components/secret-shown-once.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Domain, Target } from './domain-card.tsx'

/** The required DNS records, with copy buttons. */
export function DomainRecords({
  domain: { domain, verification_record },
  target,
}: {
  domain: Domain
  target: Target
}) {
  const { t } = useTranslation('custom-domains')
  const isApex = domain.split('.').length === 2
  return (
    <Stack gap="md">
      <Stack gap="xs" component="section" aria-label={t('records.proof')}>
        <Text fw={640}>{t('records.proof')}</Text>
        <CopyValue label={t('records.name', { type: 'TXT' })} value={verification_record.host} />
        <CopyValue label={t('records.value', { type: 'TXT' })} value={verification_record.value} />
      </Stack>
      <Stack gap="xs" component="section" aria-label={t('records.point')}>
        <Text fw={640}>{t('records.point')}</Text>
        {!isApex && <CopyValue label={t('records.cname', { domain })} value={target.host} />}
        {target.addresses.length > 0 && (
          <CopyValue
            label={t(isApex ? 'records.address' : 'records.addressElse', { domain })}
            value={target.addresses.join('\n')}
          />
        )}
        {isApex && target.addresses.length === 0 && (
          <CopyValue label={t('records.alias', { domain })} value={target.host} />
        )}
      </Stack>
      <Text size="sm" c="dimmed">
        {t('records.patience')}
      </Text>
    </Stack>
  )
}

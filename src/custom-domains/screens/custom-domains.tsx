import { Code, Paper, Stack, Text } from '@mantine/core'
import { IconWorldWww } from '@tabler/icons-react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { AddDomain } from './add-domain.tsx'
import { DomainCard } from './domain-card.tsx'

export const handle: ScreenHandle = { namespaces: ['custom-domains'] }

/** The school's custom domains with their state and missing DNS records. */
export default function Domains() {
  const { t } = useTranslation('custom-domains')
  const { data, error, isPending, refetch } = useApiQuery(contract.listDomains, {})
  return (
    <Stack gap="lg" maw={860}>
      <PageHeading title={t('title')} text={t('text')} />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {isPending && <FormSkeleton fields={3} />}
      {data && (
        <>
          <Paper withBorder radius="lg" p="md">
            <Text size="sm" c="dimmed">
              {t('always')}
            </Text>
            <Code dir="ltr" fz="md">
              {data.sub_domain}
            </Code>
          </Paper>
          <AddDomain />
          {data.data.length === 0 && (
            <EmptyState icon={<IconWorldWww size={32} />} title={t('none')} text={t('noneText')} />
          )}
          <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.data.map((domain) => (
              <DomainCard key={domain.id} domain={domain} target={data.target} />
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}

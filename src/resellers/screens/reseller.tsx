import { Alert, Stack } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { ResellerForm } from './reseller-form.tsx'
import { ResellerRecords } from './reseller-records.tsx'
import { ResellerSchools } from './reseller-schools.tsx'
import { ResellerBadges } from './resellers.tsx'

const StateDialog = lazy(() => import('./state-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['resellers', 'palette'] }

export type Reseller = ApiReply<typeof contract.getReseller>

/** One reseller: records, brand and schools. */
export default function ResellerScreen() {
  const { t } = useTranslation('resellers')
  const { reseller_id = '' } = useParams()
  const [isChanging, setChanging] = useState(false)
  const { data: reseller, error, refetch } = useApiQuery(contract.getReseller, { id: reseller_id })
  return (
    <Stack gap="lg">
      <PageHeading
        title={reseller?.name ?? t('name')}
        crumbs={[{ label: t('title'), to: '/console/resellers' }]}
        text={reseller && <ResellerBadges reseller={reseller} />}
        actions={
          reseller && (
            <Button variant="default" onClick={() => setChanging(true)}>
              {t(reseller.state === 'active' ? 'suspend.label' : 'suspend.resume')}
            </Button>
          )
        }
      />
      {error && !reseller && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!reseller && !error && <FormSkeleton fields={6} />}
      {reseller && (
        <>
          {reseller.state === 'suspended' && (
            <Alert color="warning" icon={<IconPlayerPause aria-hidden />} title={t('suspended')} />
          )}
          <Section title={t('dns.title')}>
            <ResellerRecords reseller={reseller} />
          </Section>
          {/* The server encodes a logo again, so it differs from the one sent. */}
          <ResellerForm key={reseller.id + (reseller.logo ?? '').slice(-60)} reseller={reseller} />
          <ResellerSchools reseller={reseller} />
          {isChanging && (
            <Suspense>
              <StateDialog reseller={reseller} onClose={() => setChanging(false)} />
            </Suspense>
          )}
        </>
      )}
    </Stack>
  )
}

import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { IssuerSection } from './issuer-section.tsx'

export const handle: ScreenHandle = { namespaces: ['people', 'accounts'] }

/** Login settings of the school; `children` are sections of other domains. */
export default function LoginSettings({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['people', 'kit'])
  const issuer = useApiQuery(contract.getSchoolIssuer, {})
  return (
    <Stack gap="xl" maw={760}>
      <PageHeading
        title={t('loginSettings.title')}
        text={t('loginSettings.text')}
        crumbs={[{ label: t('kit:nav.settings'), to: '/manage/settings' }]}
      />
      {children}
      {issuer.error && !issuer.data && <ErrorState error={issuer.error} onRetry={issuer.refetch} />}
      {issuer.isPending && <FormSkeleton fields={4} />}
      {issuer.data && <IssuerSection own={issuer.data.own} redirect_uri={issuer.data.redirect_uri} />}
    </Stack>
  )
}

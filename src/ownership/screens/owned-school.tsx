import { Anchor, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { enterSchool } from '#accounts/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { TransferSection } from './transfer-section.tsx'
import { OffersSection } from './offers-section.tsx'
import { OwnersSection } from './owners-section.tsx'

export const handle: ScreenHandle = { namespaces: ['ownership'] }

export type Ownership = ApiReply<typeof contract.getOwnership>

/** Actions of an owner on a school: co-owners, transfer, and closing. */
export default function OwnedSchool({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('ownership')
  const { school_id = '' } = useParams()
  const { data, error, refetch } = useApiQuery(contract.getOwnership, { school_id })
  return (
    <Stack gap="xl" maw={760}>
      <PageHeading
        title={data?.school.name ?? t('title')}
        crumbs={[{ label: t('crumb'), to: '/account' }]}
        text={data && <Anchor href={data.school.url}>{new URL(data.school.url).host}</Anchor>}
        actions={data && <Enter school_id={school_id} />}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <CardSkeleton cards={2} />}
      {data && (
        <>
          <OwnersSection ownership={data} />
          {data.offers.length > 0 && <OffersSection offers={data.offers} />}
          <TransferSection ownership={data} />
          {children}
        </>
      )}
    </Stack>
  )
}

function Enter({ school_id }: { school_id: string }) {
  const { t } = useTranslation('ownership')
  const { errorText } = useErrorText()
  const enter = useApiMutation(enterSchool, {
    onSuccess: (answer) => location.assign(answer.url),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Button loading={enter.isPending || enter.isSuccess} onClick={() => enter.mutate({ school_id })}>
      {t('open')}
    </Button>
  )
}

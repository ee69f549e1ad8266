import { Alert, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getMySeats } from '../../contract.ts'
import { Gift } from './gift.tsx'
import { Group } from './group.tsx'
import type { Purchase } from './purchase.ts'

export const handle: ScreenHandle = { namespaces: ['seats', 'payments'] }

/** Milliseconds between refetches, so that the buyer sees who joins. */
const pollMs = 15_000

/** A gift, or the seats of a group, for the person who bought them. */
export default function MySeats() {
  const { t } = useTranslation(['seats', 'payments'])
  const { order_id = '' } = useParams()
  const query = useApiQuery(getMySeats, { id: order_id }, { refetchInterval: pollMs })
  const purchase = query.data
  return (
    <Stack gap="lg" maw={760}>
      <PageHeading
        title={purchase ? t(`page.${purchase.purpose}`) : t('page.seats')}
        crumbs={[{ label: t('payments:mine.title'), to: '/payments' }]}
      />
      {!purchase && query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!purchase && !query.error && <CardSkeleton cards={2} />}
      {purchase && (
        <>
          <Text fw={640} size="lg" style={{ overflowWrap: 'anywhere' }}>
            {purchase.title}
          </Text>
          <Notice purchase={purchase} />
          {purchase.is_paid &&
            (purchase.purpose === 'gift' ? <Gift purchase={purchase} /> : <Group purchase={purchase} />)}
        </>
      )}
    </Stack>
  )
}

/** Why nobody can take a seat now. */
function Notice({ purchase: { is_paid, closed } }: { purchase: Purchase }) {
  const { t } = useTranslation('seats')
  if (is_paid && !closed) return null
  return (
    <Alert color="warning" icon={<IconInfoCircle aria-hidden />}>
      {t(closed ? `page.${closed}` : 'page.unpaid')}
    </Alert>
  )
}

import { Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listOrderSeats } from '../../contract.ts'
import classes from '../payments.module.css'
import { SeatState } from './seat-state.tsx'

type StaffSeat = NonNullable<ApiReply<typeof listOrderSeats>['purchase']>['seats'][number]

/** The name, and the address below it; of an invitation to a group there is the address alone. */
function Person({ seat: { person, name, email } }: { seat: StaffSeat }) {
  const address = person?.email ?? email
  const title = person?.name || name || address || '–'
  return (
    <>
      <Text fw={600}>{title}</Text>
      {address !== null && address !== title && <Text size="sm">{address}</Text>}
    </>
  )
}

/** Who has the gift or the seats of an order, for staff; nothing for what the buyer learns. */
export function OrderSeats({ order_id }: { order_id: string }) {
  const { t } = useTranslation('seats')
  const query = useApiQuery(listOrderSeats, { id: order_id })
  const purchase = query.data?.purchase
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!purchase) return null
  const { quantity, free, refunded_quantity, seats } = purchase
  const counts = [
    [t('count.bought'), quantity],
    [t('count.used'), seats.length],
    ...(refunded_quantity > 0 ? ([[t('count.refunded'), refunded_quantity]] as const) : []),
    [t('count.free'), free],
  ] as const
  return (
    <Section
      title={t(`page.${purchase.purpose}`)}
      text={counts.map(([name, number]) => `${name}: ${number}`).join(' · ')}
    >
      {seats.length === 0 && <Text c="dimmed">{t('people.none')}</Text>}
      <ul className={classes.list} aria-label={t('people.title')}>
        {seats.map((seat) => (
          <li key={seat.id} className={classes.words}>
            <Person seat={seat} />
            <SeatState seat={seat} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

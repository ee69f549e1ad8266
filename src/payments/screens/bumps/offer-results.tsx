import { Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { listBumpOffers } from '../../contract.ts'

export type BumpOffer = ApiReply<typeof listBumpOffers>['data'][number]

/** Colour of each state. */
export const offerTones = {
  offered: 'success',
  off: 'gray',
  course_closed: 'warning',
  currency_changed: 'warning',
  included: 'warning',
} as const

/** What an offer sold after refunds, in each currency. */
export const revenueText = ({ revenue }: BumpOffer): string =>
  revenue.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')

/** How many buyers took an offer, and its revenue. */
export function OfferResults({ offer }: { offer: BumpOffer }) {
  const { t } = useTranslation('bumps')
  const { offered_count, accepted_count, take_rate, revenue } = offer
  if (take_rate === null)
    return (
      <Text size="sm" c="dimmed">
        {t('noOrders')}
      </Text>
    )
  const rate = formatNumber(take_rate / 10_000, { style: 'percent', maximumFractionDigits: 1 })
  const counts = { accepted: formatNumber(accepted_count), offered: formatNumber(offered_count), rate }
  return (
    <Text size="sm">
      {t('taken', counts)}
      {revenue.length > 0 && ` · ${t('revenue')}: ${revenueText(offer)}`}
    </Text>
  )
}

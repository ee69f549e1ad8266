import type { ReactNode } from 'react'
import type { ApiInput } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getSeatQuote } from '../../contract.ts'
import classes from '../payments.module.css'

export interface PriceTerms {
  coupon_code?: string
  affiliate_code?: string
}

const maxSeats = 500

/** What the order would cost. While another number is asked for, the last answer stays. */
export function useQuote(input: ApiInput<typeof getSeatQuote>) {
  const { purpose, seats = 0 } = input
  const isComplete = purpose === 'gift' || (seats >= 1 && seats <= maxSeats)
  return useApiQuery(getSeatQuote, input, { enabled: isComplete, keepPrevious: true })
}

export type SeatQuote = ReturnType<typeof useQuote>

interface Props {
  quote: SeatQuote
  title: string
  /** Null for a gift. */
  seats: number | null
}

/** The price with discount and taxes. */
export function QuoteLines({ quote: { data, error, refetch }, title, seats }: Props) {
  const { t } = useTranslation('payments')
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { currency, price, discount, taxes, withheld, total } = data
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className={classes.lines} aria-live="polite">
      <Line name={seats === null ? title : `${title} × ${formatNumber(seats)}`}>{money(price)}</Line>
      {discount > 0 && <Line name={t('order.discount')}>{money(-discount)}</Line>}
      {taxes.map(({ name, basis_points, amount, is_included }) => {
        const tax = `${name} ${formatNumber(basis_points / 10_000, percent)}`
        return (
          <Line key={name} name={is_included ? t('order.taxIncluded', { tax }) : tax}>
            {money(amount)}
          </Line>
        )
      })}
      {withheld > 0 && <Line name={t('order.withholding')}>{money(-withheld)}</Line>}
      <Line name={t('order.total')} isTotal>
        {money(total)}
      </Line>
    </dl>
  )
}

const percent = { style: 'percent', maximumFractionDigits: 2 } as const

const Line = ({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) => (
  <div {...(isTotal && { className: classes.total })}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

import { useTranslation } from '../../i18n/use-translation.ts'
import { formatMoney } from './format-number.ts'
import { formatTime } from './format-time.ts'
import classes from './sale-price.module.css'

interface RegularPriceProps {
  /** The price without the sale, or its text. */
  price: string
}

/** The price without the sale, crossed out before the price of the sale. */
export function RegularPrice({ price }: RegularPriceProps) {
  const { t } = useTranslation('kit')
  return (
    <>
      <span className={classes.hidden}>{t('sale.regular')} </span>
      <s className={classes.regular} data-regular-price="">
        {price}
      </s>{' '}
      <span className={classes.hidden}>{t('sale.current')} </span>
    </>
  )
}

interface SalePriceProps {
  /** In minor units. */
  price: number
  currency: string
  /** Null for a price without a sale. */
  current_sale: { price: number; ends_on: string | null } | null
  /** Shown for a price of zero. */
  free?: string
}

/** A price; during a sale both prices, and the last day. */
export function SalePrice({ price, currency, current_sale, free }: SalePriceProps) {
  if (price === 0 && free) return free
  if (!current_sale) return formatMoney(price, currency)
  return (
    <>
      <RegularPrice price={formatMoney(price, currency)} />
      {formatMoney(current_sale.price, currency)} <SaleEnd ends_on={current_sale.ends_on} />
    </>
  )
}

/** The last day of a sale, such as `2026-11-30`; nothing for a sale without an end. */
export function SaleEnd({ ends_on }: { ends_on: string | null }) {
  const { t, i18n } = useTranslation('kit')
  if (ends_on === null) return null
  const date = formatTime(new Date(ends_on), { style: 'date', language: i18n.language, zone: 'UTC' })
  return <span className={classes.end}>{t('sale.until', { date })}</span>
}

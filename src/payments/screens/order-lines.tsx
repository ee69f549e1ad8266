import { Fragment, type ReactNode } from 'react'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { lineName } from './line-name.ts'
import { TestMode } from './order-status.tsx'
import type { OwnOrder } from './return-state.ts'
import classes from './payments.module.css'

type Order = Pick<
  OwnOrder,
  | 'number'
  | 'currency'
  | 'total'
  | 'coupon_code'
  | 'taxes'
  | 'withholding'
  | 'paid_amount'
  | 'refunded_amount'
  | 'created_at'
  | 'paid_at'
  | 'is_test'
> & {
  lines: readonly Pick<
    OwnOrder['lines'][number],
    'id' | 'kind' | 'title' | 'quantity' | 'gross' | 'discount'
  >[]
}

/** What was bought, and what was paid and refunded. */
export function OrderLines({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  const { currency, total, taxes, withholding, coupon_code, paid_amount, refunded_amount } = order
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <dl className={classes.lines}>
      <SoldLines lines={order.lines} coupon_code={coupon_code} money={money} />
      {taxes.map((tax) => (
        <Row
          key={tax.name}
          name={tax.is_included ? t('order.taxIncluded', { tax: nameOf(tax) }) : nameOf(tax)}
        >
          {money(tax.amount)}
        </Row>
      ))}
      {withholding && (
        <Row name={t('order.withheld', { name: withholding.name })}>{money(-withholding.amount)}</Row>
      )}
      <Row name={t('order.total')} isTotal>
        {money(total)}
      </Row>
      {paid_amount > 0 && paid_amount !== total && <Row name={t('order.paid')}>{money(paid_amount)}</Row>}
      {refunded_amount > 0 && <Row name={t('order.refunded')}>{money(refunded_amount)}</Row>}
      <Row name={t('order.number')}>{order.number}</Row>
      <Row name={t(order.paid_at ? 'order.paidOn' : 'order.createdOn')}>
        <Time at={order.paid_at ?? order.created_at} />
      </Row>
      {order.is_test && (
        <Row name={t('order.mode')}>
          <TestMode isTest />
        </Row>
      )}
    </dl>
  )
}

interface SoldLinesProps extends Pick<Order, 'lines' | 'coupon_code'> {
  money: (amount: number) => string
}

/** Each line with its discount, or with the credit that pays for a period of a plan. */
function SoldLines({ lines, coupon_code, money }: SoldLinesProps) {
  const { t } = useTranslation('payments')
  const discountName = coupon_code ? t('order.coupon', { code: coupon_code }) : t('order.discount')
  return lines.map((line) => (
    <Fragment key={line.id}>
      <Row name={lineName(line)}>{money(line.gross)}</Row>
      {line.discount > 0 && (
        <Row name={line.kind === 'plan_period' ? t('order.credit') : discountName}>
          {money(-line.discount)}
        </Row>
      )}
    </Fragment>
  ))
}

const nameOf = ({ name, basis_points }: Order['taxes'][number]) => `${name} ${formatRate(basis_points)}`

const formatRate = (basis_points: number) =>
  formatNumber(basis_points / 10_000, { style: 'percent', maximumFractionDigits: 2 })

const Row = ({ name, isTotal, children }: { name: string; isTotal?: boolean; children: ReactNode }) => (
  <div {...(isTotal && { className: classes.total })}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

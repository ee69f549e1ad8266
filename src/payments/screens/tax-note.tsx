import { Text } from '@mantine/core'
import { money } from '#lib/money/money.ts'
import { taxesOf } from '#lib/money/tax.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getPaymentMethods } from '../contract.ts'

type Tax = ApiReply<typeof getPaymentMethods>['tax']

/** How the school taxes its prices; undefined while it loads. */
export const useTax = (): Tax | undefined => useApiQuery(getPaymentMethods, {}).data?.tax

/** Whether the answer about taxes is still awaited: what follows the note would move. */
export const useIsTaxPending = (): boolean => useApiQuery(getPaymentMethods, {}).isPending

/** A price with the tax that is added to it. Companies may pay less: the payment page shows their amount. */
export function withTax(price: number, currency: string, tax: Tax | undefined): number {
  if (!tax) return price
  return price + taxesOf(money(price, currency), { ...tax, withholding: null }).added
}

/** Whether tax is added to the price, or part of it. */
export function TaxNote({ tax }: { tax: Tax | undefined }) {
  const { t } = useTranslation('payments')
  if (!tax) return null
  const percent = { style: 'percent', maximumFractionDigits: 2 } as const
  const named = tax.rates
    .map(({ name, basis_points }) => `${name} ${formatNumber(basis_points / 10_000, percent)}`)
    .join(', ')
  return (
    <Text c="dimmed">
      {t(tax.mode === 'exclusive' ? 'order.plusTax' : 'order.taxIncluded', { tax: named })}
    </Text>
  )
}

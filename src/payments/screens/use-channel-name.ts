import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OrderDetails } from './order-timeline.ts'

/** Names where the money of a payment arrived: a provider, the school's bank account, or the school by hand. */
export function useChannelName() {
  const { t } = useTranslation(['payments', 'manual-orders'])
  const names: Record<OrderDetails['payments'][number]['provider'], string> = {
    ...providerTitles,
    bank_transfer: t('payments:bankTransfer'),
    manual: t('manual-orders:entry.byHand'),
  }
  return (provider: keyof typeof names) => names[provider]
}

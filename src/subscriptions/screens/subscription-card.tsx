import { Text } from '@mantine/core'
import { listCards } from '#payments/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OwnSubscription } from './my-subscriptions.tsx'
import { useSubscriptionChanges } from './use-subscription-changes.ts'

/** The card that is charged next, and a choice among the saved cards. */
export function SubscriptionCard({ subscription: { id, card } }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('subscriptions')
  const cards = useApiQuery(listCards, { limit: 20 }).data?.data ?? []
  const { setCard } = useSubscriptionChanges()
  if (!card) return <Text size="sm">{t('noCard')}</Text>
  return (
    <SelectField
      label={t('card')}
      value={card.id}
      allowDeselect={false}
      disabled={setCard.isPending}
      onChange={(card_id) => card_id && card_id !== card.id && setCard.mutate({ id, card_id })}
      choices={(cards.length > 0 ? cards : [card]).map((one) => ({
        value: one.id,
        label: `${one.brand.toUpperCase()} •••• ${one.last4}`,
      }))}
    />
  )
}

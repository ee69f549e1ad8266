import { Text } from '@mantine/core'
import { getPaymentMethods } from '#payments/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OwnSubscription } from './my-subscriptions.tsx'
import { useSubscriptionChanges } from './use-subscription-changes.ts'

const methods = ['card', 'bank_transfer'] as const

/** Whether the school takes transfers for plans. */
export function useTakesTransfers(): boolean {
  return useApiQuery(getPaymentMethods, {}).data?.bank_transfer_for_plans ?? false
}

/** How the later payments are made, if there is a choice. */
export function PaymentMethod({
  subscription: { id, pays_by, is_payable },
}: {
  subscription: OwnSubscription
}) {
  const { t } = useTranslation('subscriptions')
  const { setMethod } = useSubscriptionChanges()
  const takesTransfers = useTakesTransfers()
  if (!takesTransfers && pays_by === 'card') return null
  return (
    <div>
      <SelectField
        label={t('payBy')}
        value={pays_by}
        allowDeselect={false}
        disabled={setMethod.isPending}
        onChange={(chosen) => {
          const next = methods.find((method) => method === chosen)
          if (next && next !== pays_by) setMethod.mutate({ id, pays_by: next })
        }}
        choices={methods.map((value) => ({ value, label: t(`payBy_${value}`) }))}
      />
      {pays_by === 'bank_transfer' && !is_payable && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('transferLater')}
        </Text>
      )}
    </div>
  )
}

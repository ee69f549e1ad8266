import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getPaymentSettings, updatePaymentSettings } from '../../contract.ts'

/** Whether access closes while a bank disputes a payment. */
export function DisputePolicy() {
  const { t } = useTranslation('disputes')
  const { errorText } = useErrorText()
  const settings = useApiQuery(getPaymentSettings, {}).data
  const update = useApiMutation(updatePaymentSettings, {
    invalidates: [getPaymentSettings],
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (!settings) return null
  return (
    <Section title={t('policy.title')} text={t('policy.text')}>
      <SwitchField
        label={t('policy.close')}
        value={settings.dispute_access === 'close'}
        disabled={update.isPending}
        onChange={(isOn) => update.mutate({ dispute_access: isOn ? 'close' : 'keep' })}
      />
    </Section>
  )
}

import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PlanForm } from './plan-dialog.tsx'

/** How long a subscription is free at first, and whether that needs a card. */
export function PlanTrial({ form }: { form: PlanForm }) {
  const { t } = useTranslation('payment-plans')
  return (
    <>
      <NumberField {...form.field('trial_days')} label={t('trial')} min={0} max={365} allowDecimal={false} />
      {(form.values.trial_days ?? 0) > 0 && (
        <SwitchField {...form.field('trial_needs_card')} label={t('trialCard')} hint={t('trialCardHint')} />
      )}
    </>
  )
}

import { Group } from '@mantine/core'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { PlanForm } from './plan-dialog.tsx'

const percent = { min: 0, max: 100, decimalScale: 2, suffix: ' %' }

/** Whether affiliates may sell the plan, and at which rates. */
export function PlanAffiliates({ form }: { form: PlanForm }) {
  const { t } = useTranslation('payment-plans')
  return (
    <>
      <SwitchField
        {...form.field('enable_affiliates')}
        label={t('affiliates.enable')}
        hint={t('affiliates.enableHint')}
      />
      {form.values.enable_affiliates && (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <NumberField
            {...form.field('affiliates_percentage_off')}
            {...percent}
            label={t('affiliates.discount')}
            hint={t('affiliates.discountHint')}
          />
          <NumberField
            {...form.field('default_affiliate_commission')}
            {...percent}
            label={t('affiliates.commission')}
            hint={t('affiliates.commissionHint')}
          />
        </Group>
      )}
    </>
  )
}

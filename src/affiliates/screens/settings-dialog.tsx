import { useQueryClient } from '@tanstack/react-query'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

interface Props {
  onDone: () => Promise<void>
}

type Settings = ApiReply<typeof contract.getAffiliateSettings>

const renewals = ['first', 'months', 'always'] as const
type Renewals = (typeof renewals)[number]

/** Proposed when the school changes to a number of months. */
const usualMonths = 12

/** How renewals earn, as people choose it. */
export function renewalsOf(renewal_months: number | null): Renewals {
  if (renewal_months === null) return 'always'
  return renewal_months === 0 ? 'first' : 'months'
}

/** How long clicks and holds last, and how long renewals earn. */
export function SettingsDialog({ onDone }: Props) {
  const settings = useApiQuery(contract.getAffiliateSettings, {}).data
  return settings ? <SettingsForm settings={settings} onDone={onDone} /> : null
}

function useSettingsForm({ link_days, hold_days, renewal_months }: Settings, onDone: Props['onDone']) {
  const cache = useQueryClient()
  return useApiForm({
    contract: contract.updateAffiliateSettings,
    initialValues: {
      link_days: link_days as number | null,
      hold_days: hold_days as number | null,
      renewals: renewalsOf(renewal_months) as string | null,
      renewal_months: (renewal_months || usualMonths) as number | null,
    },
    rules: { link_days: required(), hold_days: required(), renewal_months: required() },
    input: (values) => ({
      link_days: values.link_days ?? 30,
      hold_days: values.hold_days ?? 30,
      renewal_months: monthsOf(values),
    }),
    async onDone() {
      await cache.invalidateQueries({ queryKey: queryKey(contract.getAffiliateSettings) })
      await onDone()
    },
  })
}

function monthsOf(values: { renewals: string | null; renewal_months: number | null }) {
  if (values.renewals === 'always') return null
  return values.renewals === 'months' ? (values.renewal_months ?? usualMonths) : 0
}

function SettingsForm({ settings, onDone }: Props & { settings: Settings }) {
  const { t } = useTranslation('affiliates')
  const form = useSettingsForm(settings, onDone)
  const days = { allowDecimal: false, suffix: ` ${t('settings.days')}` }
  return (
    <Form form={form} label={t('settings.open')}>
      <FormSummary form={form} />
      <NumberField
        {...form.field('link_days')}
        {...days}
        min={1}
        max={365}
        label={t('settings.link')}
        hint={t('settings.linkHint')}
      />
      <NumberField
        {...form.field('hold_days')}
        {...days}
        min={0}
        max={180}
        label={t('settings.hold')}
        hint={t('settings.holdHint')}
      />
      <RenewalFields form={form} />
      <SubmitButton form={form}>{t('edit.save')}</SubmitButton>
    </Form>
  )
}

function RenewalFields({ form }: { form: ReturnType<typeof useSettingsForm> }) {
  const { t } = useTranslation('affiliates')
  return (
    <>
      <SelectField
        {...form.field('renewals')}
        label={t('settings.renewals')}
        hint={t('settings.renewalsHint')}
        allowDeselect={false}
        choices={renewals.map((value) => ({ value, label: t(`settings.renewals_${value}`) }))}
      />
      {form.values.renewals === 'months' && (
        <NumberField
          {...form.field('renewal_months')}
          min={1}
          max={120}
          allowDecimal={false}
          suffix={` ${t('settings.months')}`}
          label={t('settings.monthCount')}
        />
      )}
    </>
  )
}

import { Group, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getPaymentMethods, getTaxSettings, updateTaxSettings } from '#payments/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { Form } from '#ui/form/form.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm, type ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

type Settings = ApiReply<typeof getTaxSettings>
const modes = ['none', 'exclusive', 'inclusive'] as const
const maxRates = 4

/** A tax as the form holds it: in percent. */
interface RateValues {
  name: string
  percent: number | null
}

const toValues = ({ mode, rates, reverse_charge_text, withholding }: Settings) => ({
  mode: mode as string,
  rates: rates.length > 0 ? rates.map(toPercent) : [{ name: '', percent: null } as RateValues],
  has_reverse_charge: reverse_charge_text !== null,
  reverse_charge_text: reverse_charge_text ?? '',
  has_withholding: withholding !== null,
  withholding: withholding ? toPercent(withholding) : ({ name: '', percent: null } as RateValues),
})

type Values = ReturnType<typeof toValues>

const toPercent = ({ name, basis_points }: Settings['rates'][number]): RateValues => ({
  name,
  percent: basis_points / 100,
})

const toRate = ({ name, percent }: RateValues) => ({
  name: name.trim(),
  basis_points: Math.round((percent ?? 0) * 100),
})

/** The form's values as the API takes them. */
const toInput = (values: Values): Settings => ({
  mode: values.mode as Settings['mode'],
  rates: values.mode === 'none' ? [] : values.rates.map(toRate),
  reverse_charge_text:
    values.mode !== 'none' && values.has_reverse_charge ? values.reverse_charge_text.trim() : null,
  withholding: values.has_withholding ? toRate(values.withholding) : null,
})

/** How prices are taxed. */
export function TaxForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('invoices')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: updateTaxSettings,
    initialValues: toValues(settings),
    input: toInput,
    async onDone() {
      for (const contract of [getTaxSettings, getPaymentMethods])
        await cache.invalidateQueries({ queryKey: queryKey(contract) })
      toast(t('settings.saved'))
    },
  })
  const isTaxed = form.values.mode !== 'none'
  return (
    <Section title={t('tax.title')} text={t('tax.text')}>
      <Form form={form} label={t('tax.title')}>
        <FormSummary form={form} />
        <RadioField
          {...form.field('mode')}
          label={t('tax.mode')}
          choices={modes.map((value) => ({ value, label: t(`tax.${value}`), hint: t(`tax.${value}Hint`) }))}
        />
        {isTaxed && <Rates form={form} />}
        {isTaxed && <ReverseCharge form={form} />}
        <Withholding form={form} />
        <SubmitButton form={form}>{t('settings.save')}</SubmitButton>
      </Form>
    </Section>
  )
}

interface Props {
  form: ApiForm<Values>
}

const percent = { min: 0.01, max: 50, decimalScale: 2, suffix: '%' }

function Rates({ form }: Props) {
  const { t } = useTranslation('invoices')
  const { rates } = form.values
  const setRates = (next: RateValues[]) => form.set('rates', next)
  return (
    <Stack gap="sm">
      {rates.map((_rate, index) => (
        // A rate is identified by its position.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={index} gap="sm" align="flex-end" wrap="nowrap">
          <TextField
            {...form.field(`rates.${index}.name`)}
            label={t('tax.name')}
            placeholder={t('tax.nameExample')}
            maxLength={60}
            style={{ flex: 1 }}
            required
          />
          <NumberField
            {...form.field(`rates.${index}.percent`)}
            {...percent}
            label={t('tax.rate')}
            w={110}
            required
          />
          {rates.length > 1 && (
            <IconButton
              label={t('tax.remove', { name: rates[index]!.name })}
              variant="subtle"
              size={44}
              onClick={() => setRates(rates.toSpliced(index, 1))}
            >
              <IconTrash size={20} aria-hidden />
            </IconButton>
          )}
        </Group>
      ))}
      {rates.length < maxRates && (
        <Group>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setRates([...rates, { name: '', percent: null }])}
          >
            {t('tax.add')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function ReverseCharge({ form }: Props) {
  const { t } = useTranslation('invoices')
  return (
    <>
      <SwitchField
        {...form.field('has_reverse_charge')}
        label={t('tax.reverseCharge')}
        hint={t('tax.reverseChargeHint')}
      />
      {form.values.has_reverse_charge && (
        <TextArea
          {...form.field('reverse_charge_text')}
          label={t('tax.reverseChargeText')}
          maxLength={300}
          required
        />
      )}
    </>
  )
}

function Withholding({ form }: Props) {
  const { t } = useTranslation('invoices')
  return (
    <>
      <SwitchField
        {...form.field('has_withholding')}
        label={t('tax.withholding')}
        hint={t('tax.withholdingHint')}
      />
      {form.values.has_withholding && (
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <TextField
            {...form.field('withholding.name')}
            label={t('tax.name')}
            maxLength={60}
            style={{ flex: 1 }}
            required
          />
          <NumberField
            {...form.field('withholding.percent')}
            {...percent}
            label={t('tax.rate')}
            w={110}
            required
          />
        </Group>
      )}
    </>
  )
}

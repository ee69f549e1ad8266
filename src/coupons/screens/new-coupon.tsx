import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { CouponLimitFields, limitsInput, type CouponLimits } from './coupon-limits.tsx'

interface Props {
  onClose: () => void
}

type NewValues = CouponLimits & {
  code: string
  kind: string | null
  percent_off: number | null
  amount_off: number | null
  free_months: number | null
}

const kinds = ['percent', 'amount', 'months'] as const

const initialValues: NewValues = {
  code: '',
  kind: 'percent',
  percent_off: 20,
  amount_off: null,
  free_months: 1,
  course_ids: [],
  plan_ids: [],
  starts_on: null,
  ends_on: null,
  max_uses: null,
  once_per_person: true,
  excludes_sale_prices: false,
  audience: 'everybody',
  student_course_ids: [],
}

const isMissing = (kind: string) => (value: unknown, values: Record<string, unknown>) =>
  values.kind === kind && value === null ? 'required' : null

const rules = {
  code: required(),
  percent_off: isMissing('percent'),
  amount_off: isMissing('amount'),
  free_months: isMissing('months'),
}

export default function NewCoupon({ onClose }: Props) {
  const { t } = useTranslation('coupons')
  return (
    <Modal opened onClose={onClose} title={t('new.title')} size="lg">
      <NewForm onClose={onClose} />
    </Modal>
  )
}

/** The value of the chosen kind only. */
function valueInput({ kind, percent_off, amount_off, free_months }: NewValues) {
  if (kind === 'amount') return { ...(amount_off !== null && { amount_off }) }
  if (kind === 'months') return { ...(free_months !== null && { free_months }) }
  return { ...(percent_off !== null && { percent_off }) }
}

function NewForm({ onClose }: Props) {
  const { t } = useTranslation('coupons')
  const { t: shared } = useTranslation('ui')
  const cache = useQueryClient()
  const form = useApiForm({
    contract: contract.createCoupon,
    initialValues,
    rules,
    input: (values) => ({ code: values.code.trim(), ...valueInput(values), ...limitsInput(values) }),
    async onDone({ code }) {
      await cache.invalidateQueries({ queryKey: queryKey(contract.listCoupons) })
      toast(t('new.done', { code }))
      onClose()
    },
  })
  return (
    <Form form={form} label={t('new.title')}>
      <FormSummary form={form} />
      <TextField
        {...form.field('code')}
        label={t('code')}
        hint={t('form.codeHint')}
        required
        maxLength={40}
        autoComplete="off"
        data-autofocus
      />
      <ValueFields form={form} />
      <CouponLimitFields form={form} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{t('new.create')}</SubmitButton>
      </Group>
    </Form>
  )
}

type CouponForm = ReturnType<typeof useApiForm<typeof contract.createCoupon, NewValues>>

/** The kind of the discount, and its value. */
function ValueFields({ form }: { form: CouponForm }) {
  const { t } = useTranslation('coupons')
  const { currency_code } = useSchool()
  const { kind } = form.values
  return (
    <>
      <SelectField
        {...form.field('kind')}
        label={t('form.kind')}
        allowDeselect={false}
        choices={kinds.map((value) => ({ value, label: t(`form.kind_${value}`) }))}
      />
      {kind === 'amount' && (
        <MoneyField
          {...form.field('amount_off')}
          label={t('form.amount')}
          currency={currency_code}
          required
        />
      )}
      {kind === 'percent' && (
        <NumberField
          {...form.field('percent_off')}
          label={t('form.percent')}
          min={1}
          max={100}
          allowDecimal={false}
          suffix="%"
          required
        />
      )}
      {kind === 'months' && <MonthsField form={form} />}
    </>
  )
}

function MonthsField({ form }: { form: CouponForm }) {
  const { t } = useTranslation('coupons')
  return (
    <NumberField
      {...form.field('free_months')}
      label={t('form.months')}
      hint={t('form.monthsHint')}
      min={1}
      max={24}
      allowDecimal={false}
      required
    />
  )
}

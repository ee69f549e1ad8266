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
}

const initialValues: NewValues = {
  code: '',
  kind: 'percent',
  percent_off: 20,
  amount_off: null,
  course_ids: [],
  starts_on: null,
  ends_on: null,
  max_uses: null,
  once_per_person: true,
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
const valueInput = ({ kind, percent_off, amount_off }: NewValues) =>
  kind === 'amount'
    ? { ...(amount_off !== null && { amount_off }) }
    : { ...(percent_off !== null && { percent_off }) }

function NewForm({ onClose }: Props) {
  const { t } = useTranslation('coupons')
  const { t: shared } = useTranslation('ui')
  const { currency_code } = useSchool()
  const cache = useQueryClient()
  const form = useApiForm({
    contract: contract.createCoupon,
    initialValues,
    rules: {
      code: required(),
      percent_off: (value, values) => (values.kind === 'percent' && value === null ? 'required' : null),
      amount_off: (value, values) => (values.kind === 'amount' && value === null ? 'required' : null),
    },
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
      <SelectField
        {...form.field('kind')}
        label={t('form.kind')}
        allowDeselect={false}
        choices={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`form.kind_${value}`) }))}
      />
      {form.values.kind === 'amount' ? (
        <MoneyField
          {...form.field('amount_off')}
          label={t('form.amount')}
          currency={currency_code}
          required
        />
      ) : (
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

import type { ApiInput } from '#platform/client/api/client.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { recordManualPayment } from '../../contract.ts'

type Method = ApiInput<typeof recordManualPayment>['method']

const methods = [
  'cash',
  'bank_transfer',
  'card_terminal',
  'mobile_money',
  'cheque',
  'other',
] as const satisfies readonly Method[]

/** A type, because values of forms have an index signature. */
export type PaymentValues = {
  method: string | null
  paid_on: string | null
  reference: string
  note: string
}

/** Today in the reader's time zone, as staff write it on a receipt. */
const today = () => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** What the routes take of the values, once the required ones are there. */
export const paymentInput = ({ method, paid_on, reference, note }: PaymentValues) => ({
  // The field offers these methods only.
  method: method as Method,
  paid_on: paid_on!,
  reference,
  note,
})

export const emptyPayment = (): PaymentValues => ({
  method: 'cash',
  paid_on: today(),
  reference: '',
  note: '',
})

interface Props {
  form: Pick<ApiForm, 'set' | 'errors'> & { values: PaymentValues }
}

const fieldsOf =
  (form: Props['form']) =>
  <Name extends keyof PaymentValues>(name: Name) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (value: PaymentValues[Name]) => form.set(name, value),
  })

/** How, when and with which number money was paid to the school. */
export function PaymentFields({ form }: Props) {
  const { t } = useTranslation('manual-orders')
  const field = fieldsOf(form)
  return (
    <>
      <SelectField
        {...field('method')}
        label={t('method')}
        allowDeselect={false}
        required
        choices={methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
      />
      <DateTimeField {...field('paid_on')} kind="date" label={t('paidOn')} required />
      <TextField {...field('reference')} label={t('reference')} maxLength={100} />
    </>
  )
}

export function NoteField({ form }: Props) {
  const { t } = useTranslation('manual-orders')
  return (
    <TextArea
      {...fieldsOf(form)('note')}
      label={t('note')}
      hint={t('noteHint')}
      maxLength={500}
      minRows={2}
    />
  )
}

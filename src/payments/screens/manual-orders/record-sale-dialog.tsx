import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ApiInput } from '#platform/client/api/client.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { queryKey } from '#tenancy/client/queries.ts'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm, type ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { createManualOrder, listOrders } from '../../contract.ts'
import { courseOfItem, ItemField, StudentField, TierField } from './item-fields.tsx'
import {
  emptyPayment,
  NoteField,
  PaymentFields,
  paymentInput,
  type PaymentValues,
} from './payment-fields.tsx'

/** A type, because values of forms have an index signature. */
export type SaleValues = PaymentValues & {
  student_id: string | null
  /** `course:ID` or `plan:ID`. */
  item: string | null
  tier: string | null
  kind: string
  price: number | null
  access_ends_on: string | null
}

const kinds = ['paid', 'given'] as const

const empty = (): SaleValues => ({
  ...emptyPayment(),
  student_id: null,
  item: null,
  tier: '1',
  kind: 'paid',
  price: null,
  access_ends_on: null,
})

/** What the route takes of the values: a price of 0 for what is given. */
function inputOf(values: SaleValues): ApiInput<typeof createManualOrder> {
  const { student_id, item, tier, kind, price, access_ends_on, note } = values
  const course_id = courseOfItem(item)
  const sold = course_id ? { course_id } : { plan_id: item!.slice('plan:'.length) }
  const chosen = { student_id: student_id!, ...sold, note }
  const tiered = course_id && tier && tier !== '1' ? { tier: Number(tier) } : {}
  if (kind === 'given') return { ...chosen, ...tiered, price: 0, access_ends_on }
  const { note: _note, ...payment } = paymentInput(values)
  return { ...chosen, ...tiered, ...(price !== null && { price }), payment }
}

/** Records a sale that the school was paid for itself, or gives a course; then shows its order. */
export default function RecordSaleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('manual-orders')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const form = useApiForm({
    contract: createManualOrder,
    initialValues: empty(),
    rules: { student_id: required(), item: required(), method: required(), paid_on: required() },
    input: inputOf,
    onDone: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: queryKey(listOrders) })
      toast(t('saved'))
      await navigate(`/manage/orders/${id}`)
    },
  })
  const isGiven = form.values.kind === 'given'
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg">
      <Form form={form} label={t('title')}>
        <Text c="dimmed">{t('text')}</Text>
        <FormSummary form={form} />
        <StudentField form={form} />
        <ItemField form={form} />
        <TierField form={form} />
        <RadioField
          {...form.field('kind')}
          label={t('kind')}
          choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        {isGiven ? <GivenFields form={form} /> : <PaidFields form={form} />}
        <NoteField form={form} />
        <SubmitButton form={form}>{t(isGiven ? 'give' : 'save')}</SubmitButton>
      </Form>
    </Modal>
  )
}

interface FieldsProps {
  form: ApiForm<SaleValues>
}

function PaidFields({ form }: FieldsProps) {
  const { t } = useTranslation('manual-orders')
  const { currency_code } = useSchool()
  return (
    <>
      <MoneyField
        {...form.field('price')}
        label={t('price')}
        hint={t('priceHint')}
        currency={currency_code}
      />
      <PaymentFields form={form} />
    </>
  )
}

function GivenFields({ form }: FieldsProps) {
  const { t } = useTranslation('manual-orders')
  return (
    <DateTimeField {...form.field('access_ends_on')} kind="date" label={t('endsOn')} hint={t('endsOnHint')} />
  )
}

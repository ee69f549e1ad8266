import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { listCourses } from '#courses/contract.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { queryKey, useApiQuery } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { FormSummary } from '#ui/form/form-summary.tsx'
import { required } from '#ui/form/rules.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { PlanAffiliates } from './plan-affiliates.tsx'
import { PlanTrial } from './plan-trial.tsx'
import type { Plan } from './plans-table.tsx'
import { usePlanTexts } from './use-plan-texts.ts'

interface Props {
  /** Null for a new plan. */
  plan: Plan | null
  onClose: () => void
}

export type Values = {
  name: string
  description: string
  kind: string | null
  price: number | null
  instalment_count: number | null
  interval: string | null
  trial_days: number | null
  trial_needs_card: boolean
  sale_price: number | null
  sale_starts_on: string | null
  sale_ends_on: string | null
  course_ids: string[]
  status: string | null
  enable_affiliates: boolean
  affiliates_percentage_off: number | null
  default_affiliate_commission: number | null
}

const kinds = ['one_time', 'instalments', 'subscription'] as const
const statuses = ['draft', 'published', 'archived'] as const
const intervals = ['week', 'month', 'quarter', 'year'] as const

const valuesOf = (plan: Plan | null): Values => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  kind: plan?.kind ?? 'one_time',
  price: plan?.price ?? null,
  instalment_count: plan?.instalments.length || 3,
  interval: plan?.interval ?? 'month',
  trial_days: plan?.trial_days ?? 0,
  trial_needs_card: plan?.trial_needs_card ?? false,
  sale_price: plan?.sale_price ?? null,
  sale_starts_on: plan?.sale_starts_on ?? null,
  sale_ends_on: plan?.sale_ends_on ?? null,
  course_ids: plan?.courses.map(({ id }) => id) ?? [],
  status: plan?.status ?? 'published',
  enable_affiliates: plan?.enable_affiliates ?? false,
  affiliates_percentage_off: plan?.affiliates_percentage_off ?? 0,
  default_affiliate_commission: plan?.default_affiliate_commission ?? 0,
})

const chosen = <T extends string>(values: readonly T[], value: string | null) =>
  values.find((one) => one === value) ?? values[0]!

/** Only what the kind has. */
function inputOf({ name, description, price, course_ids, status, ...values }: Values) {
  const kind = chosen(kinds, values.kind)
  const { instalment_count, trial_days, sale_price, sale_starts_on, sale_ends_on } = values
  return {
    name,
    description,
    price: price ?? 0,
    course_ids,
    sale_price,
    sale_starts_on,
    sale_ends_on,
    status: chosen(statuses, status),
    enable_affiliates: values.enable_affiliates,
    affiliates_percentage_off: values.affiliates_percentage_off ?? 0,
    default_affiliate_commission: values.default_affiliate_commission ?? 0,
    ...(kind !== 'one_time' && { interval: chosen(intervals, values.interval) }),
    ...(kind === 'instalments' && instalment_count !== null && { instalment_count }),
    ...(kind === 'subscription' && {
      trial_days: trial_days ?? 0,
      trial_needs_card: values.trial_needs_card && (trial_days ?? 0) > 0,
    }),
  }
}

export default function PlanDialog({ plan, onClose }: Props) {
  const { t } = useTranslation('payment-plans')
  return (
    <Modal opened onClose={onClose} title={plan ? t('edit', { name: plan.name }) : t('new')} size="lg">
      {plan ? <EditForm plan={plan} onClose={onClose} /> : <NewForm onClose={onClose} />}
    </Modal>
  )
}

const rules = {
  name: required(),
  price: (value: unknown) => (value === null ? 'required' : null),
  course_ids: (value: unknown) => (Array.isArray(value) && value.length === 0 ? 'required' : null),
}

function useDone(onClose: () => void) {
  const { t } = useTranslation('payment-plans')
  const cache = useQueryClient()
  return async ({ name }: { name: string }) => {
    await cache.invalidateQueries({ queryKey: queryKey(contract.listPlansForStaff) })
    toast(t('saved', { name }))
    onClose()
  }
}

function NewForm({ onClose }: Pick<Props, 'onClose'>) {
  const onDone = useDone(onClose)
  const form = useApiForm({
    contract: contract.createPaymentPlan,
    initialValues: valuesOf(null),
    rules,
    input: (values) => ({ ...inputOf(values), kind: chosen(kinds, values.kind) }),
    onDone,
  })
  return <Fields form={form} isNew onClose={onClose} />
}

function EditForm({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const onDone = useDone(onClose)
  const form = useApiForm({
    contract: contract.updatePaymentPlan,
    initialValues: valuesOf(plan),
    rules,
    input: (values) => ({ id: plan.id, ...inputOf(values) }),
    onDone,
  })
  return <Fields form={form} isNew={false} onClose={onClose} />
}

export type PlanForm = ReturnType<typeof useApiForm<typeof contract.createPaymentPlan, Values>>

function Fields({ form, isNew, onClose }: { form: PlanForm; isNew: boolean; onClose: () => void }) {
  const { t } = useTranslation('payment-plans')
  const { t: shared } = useTranslation('ui')
  const courses = useApiQuery(listCourses, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  return (
    <Form form={form} label={t('one')}>
      <FormSummary form={form} />
      <TextField {...form.field('name')} label={t('name')} required maxLength={120} data-autofocus />
      <TextArea {...form.field('description')} label={t('description')} maxLength={2_000} minRows={2} />
      <MultiSelectField
        {...form.field('course_ids')}
        label={t('courses')}
        searchable
        choices={courses.map(({ id, course_name }) => ({ value: id, label: course_name }))}
      />
      {isNew && <KindField form={form} />}
      <PriceFields form={form} />
      <SaleFields form={form} />
      <PlanAffiliates form={form} />
      <SelectField
        {...form.field('status')}
        label={t('status')}
        allowDeselect={false}
        choices={statuses.map((value) => ({ value, label: t(`status_${value}`) }))}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <SubmitButton form={form}>{shared('actions.save')}</SubmitButton>
      </Group>
    </Form>
  )
}

function KindField({ form }: { form: PlanForm }) {
  const { t } = useTranslation('payment-plans')
  return (
    <SelectField
      {...form.field('kind')}
      label={t('kind')}
      allowDeselect={false}
      choices={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
    />
  )
}

function PriceFields({ form }: { form: PlanForm }) {
  const { t } = useTranslation('payment-plans')
  const { currency_code } = useSchool()
  const { kind } = form.values
  return (
    <>
      <MoneyField
        {...form.field('price')}
        label={t(kind === 'subscription' ? 'pricePerPeriod' : 'price')}
        currency={currency_code}
        required
      />
      {kind === 'instalments' && (
        <NumberField
          {...form.field('instalment_count')}
          label={t('count')}
          min={2}
          max={36}
          allowDecimal={false}
        />
      )}
      {kind !== 'one_time' && <IntervalField form={form} />}
      {kind === 'subscription' && <PlanTrial form={form} />}
    </>
  )
}

function SaleFields({ form }: { form: PlanForm }) {
  const { t } = useTranslation('kit')
  const { currency_code } = useSchool()
  return (
    <>
      <MoneyField
        {...form.field('sale_price')}
        label={t('sale.price')}
        hint={t('sale.hint')}
        currency={currency_code}
      />
      {form.values.sale_price !== null && (
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <DateTimeField {...form.field('sale_starts_on')} kind="date" label={t('sale.startsOn')} />
          <DateTimeField {...form.field('sale_ends_on')} kind="date" label={t('sale.endsOn')} />
        </Group>
      )}
    </>
  )
}

function IntervalField({ form }: { form: PlanForm }) {
  const { t } = useTranslation('payment-plans')
  const texts = usePlanTexts()
  return (
    <SelectField
      {...form.field('interval')}
      label={t('interval')}
      allowDeselect={false}
      choices={intervals.map((value) => ({ value, label: texts.intervals[value] }))}
    />
  )
}

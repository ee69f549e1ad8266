import { Group } from '@mantine/core'
import { listCourses } from '#courses/contract.ts'
import { listPlansForStaff } from '#payment-plans/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const audiences = ['everybody', 'first_purchase', 'students'] as const
type Audience = (typeof audiences)[number]

/** A type, because values of forms have an index signature. */
export type CouponLimits = {
  course_ids: string[]
  plan_ids: string[]
  starts_on: string | null
  ends_on: string | null
  max_uses: number | null
  once_per_person: boolean
  excludes_sale_prices: boolean
  audience: string | null
  student_course_ids: string[]
}

interface Props {
  form: Pick<ApiForm, 'set' | 'errors'> & { values: CouponLimits }
}

/** An empty choice of courses and plans means all of them. */
export const limitsInput = ({
  course_ids,
  plan_ids,
  starts_on,
  ends_on,
  max_uses,
  once_per_person,
  excludes_sale_prices,
  audience,
  student_course_ids,
}: CouponLimits) => ({
  course_ids: course_ids.length > 0 ? course_ids : null,
  plan_ids: plan_ids.length > 0 ? plan_ids : null,
  starts_on,
  ends_on,
  max_uses,
  once_per_person,
  excludes_sale_prices,
  audience: audience as Audience,
  student_course_ids: audience === 'students' ? student_course_ids : [],
})

const fieldsOf =
  (form: Props['form']) =>
  <Name extends keyof CouponLimits>(name: Name) => ({
    name,
    value: form.values[name],
    error: form.errors[name],
    onChange: (value: CouponLimits[Name]) => form.set(name, value),
  })

/** The fields that say where, when and how many times a coupon can be used. */
export function CouponLimitFields({ form }: Props) {
  const { t } = useTranslation('coupons')
  const field = fieldsOf(form)
  return (
    <>
      <ScopeFields form={form} />
      <AudienceFields form={form} />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <DateTimeField {...field('starts_on')} kind="date" label={t('form.startsOn')} />
        <DateTimeField {...field('ends_on')} kind="date" label={t('form.endsOn')} />
      </Group>
      <NumberField
        {...field('max_uses')}
        label={t('form.maxUses')}
        hint={t('form.maxUsesHint')}
        min={1}
        max={1_000_000}
        allowDecimal={false}
      />
      <SwitchField {...field('once_per_person')} label={t('form.oncePerPerson')} />
      <SwitchField
        {...field('excludes_sale_prices')}
        label={t('form.excludesSalePrices')}
        hint={t('form.excludesSalePricesHint')}
      />
    </>
  )
}

/** Who may use a coupon. */
function AudienceFields({ form }: Props) {
  const { t } = useTranslation('coupons')
  const field = fieldsOf(form)
  const courses = useApiQuery(listCourses, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  return (
    <>
      <SelectField
        {...field('audience')}
        label={t('form.audience')}
        allowDeselect={false}
        choices={audiences.map((value) => ({ value, label: t(`form.audience_${value}`) }))}
      />
      {form.values.audience === 'students' && (
        <MultiSelectField
          {...field('student_course_ids')}
          label={t('form.studentCourses')}
          hint={t('form.studentCoursesHint')}
          required
          searchable
          clearable
          choices={courses.map(({ id, course_name }) => ({ value: id, label: course_name }))}
        />
      )}
    </>
  )
}

/** The courses and plans of a coupon. A school without plans sees its courses only. */
function ScopeFields({ form }: Props) {
  const { t } = useTranslation('coupons')
  const field = fieldsOf(form)
  const courses = useApiQuery(listCourses, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  const plans = useApiQuery(listPlansForStaff, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  return (
    <>
      <MultiSelectField
        {...field('course_ids')}
        label={t('form.courses')}
        hint={t('form.coursesHint')}
        searchable
        clearable
        choices={courses.map(({ id, course_name }) => ({ value: id, label: course_name }))}
      />
      {plans.length > 0 && (
        <MultiSelectField
          {...field('plan_ids')}
          label={t('form.plans')}
          searchable
          clearable
          choices={plans.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  )
}

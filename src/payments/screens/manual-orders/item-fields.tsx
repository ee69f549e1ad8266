import { useState } from 'react'
import { listStudents } from '#accounts/contract.ts'
import { getCourseDetails, listCourses } from '#courses/contract.ts'
import { listPlansForStaff } from '#payment-plans/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { SaleValues } from './record-sale-dialog.tsx'

interface Props {
  form: ApiForm<SaleValues>
}

const searchOf = (typed: string) => typed.trim().slice(0, 100)

/** The student, found by a part of the name or address. */
export function StudentField({ form }: Props) {
  const { t } = useTranslation('manual-orders')
  const [typed, setTyped] = useState('')
  const search = searchOf(typed)
  const listed = useApiQuery(listStudents, { limit: 20, ...(search && { search }) }, { keepPrevious: true })
  return (
    <SelectField
      {...form.field('student_id')}
      label={t('student')}
      hint={t('studentHint')}
      required
      searchable
      data-autofocus
      onSearchChange={setTyped}
      filter={({ options }) => options}
      choices={(listed.data?.data ?? []).map(({ id, name, email }) => ({
        value: id,
        label: name ? `${name} · ${email}` : email,
      }))}
    />
  )
}

/** A course, or a plan that is paid once; of a course with tiers, the tier. */
export function ItemField({ form }: Props) {
  const { t } = useTranslation('manual-orders')
  const [typed, setTyped] = useState('')
  const q = searchOf(typed)
  const courses = useApiQuery(listCourses, { limit: 50, ...(q && { q }) }, { keepPrevious: true })
  const plans = useApiQuery(listPlansForStaff, { limit: 100, status: 'published' })
  const sold = (courses.data?.data ?? []).filter(({ price }) => price > 0)
  const once = (plans.data?.data ?? []).filter(({ kind }) => kind === 'one_time')
  const choices = [
    ...sold.map(({ id, course_name }) => ({ value: `course:${id}`, label: course_name })),
    ...once.map(({ id, name }) => ({ value: `plan:${id}`, label: t('planName', { name }) })),
  ]
  return (
    <SelectField
      {...form.field('item')}
      label={t('item')}
      hint={t('itemHint')}
      required
      searchable
      onSearchChange={setTyped}
      choices={choices}
    />
  )
}

/** Nothing for a course without tiers. */
export function TierField({ form }: Props) {
  const { t } = useTranslation('manual-orders')
  const id = courseOfItem(form.values.item)
  const course = useApiQuery(getCourseDetails, { id: id ?? '' }, { enabled: id !== null }).data
  if (id === null || !course?.enable_tiering) return null
  return (
    <SelectField
      {...form.field('tier')}
      label={t('tier')}
      allowDeselect={false}
      choices={course.tiering_prices.map((_price, index) => ({
        value: String(index + 1),
        label: t('tierNumber', { number: index + 1 }),
      }))}
    />
  )
}

/** The course of a choice such as `course:ID`; null for a plan, and without a choice. */
export const courseOfItem = (item: string | null): string | null =>
  item?.startsWith('course:') ? item.slice('course:'.length) : null

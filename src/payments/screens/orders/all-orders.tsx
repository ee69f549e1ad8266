import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { listCourses } from '#courses/contract.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { orderStatuses, useOrderFilters } from './order-filters.ts'
import { OrdersTable } from './orders-table.tsx'
import classes from './orders.module.css'

/** All orders with filters. */
export function AllOrders() {
  return (
    <Stack gap="md">
      <Filters />
      <OrdersTable filters={useOrderFilters()} />
    </Stack>
  )
}

function Filters() {
  const { t } = useTranslation('payments')
  const [status, setStatus] = useQueryParam('status')
  const [from, setFrom] = useQueryParam('from')
  const [until, setUntil] = useQueryParam('until')
  return (
    <div className={classes.filters}>
      <Search />
      <SelectField
        label={t('orders.status')}
        clearable
        placeholder={t('orders.all')}
        value={orderStatuses.find((one) => one === status) ?? null}
        onChange={setStatus}
        choices={orderStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      <CourseFilter />
      <DateTimeField kind="date" label={t('orders.from')} value={from} onChange={setFrom} />
      <DateTimeField kind="date" label={t('orders.until')} value={until} onChange={setUntil} />
    </div>
  )
}

function Search() {
  const { t } = useTranslation('payments')
  const [search, setSearch] = useQueryParam('search')
  const [typed, setTyped] = useState(search ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => setSearch(waited || null), [waited, setSearch])
  return (
    <SearchInput
      label={t('orders.search')}
      placeholder={t('orders.searchHint')}
      value={typed}
      onChange={setTyped}
      maxLength={200}
    />
  )
}

function CourseFilter() {
  const { t } = useTranslation('payments')
  const [course, setCourse] = useQueryParam('course')
  const courses = useApiQuery(listCourses, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  return (
    <SelectField
      label={t('orders.course')}
      clearable
      searchable
      placeholder={t('orders.all')}
      value={courses.some(({ id }) => id === course) ? course : null}
      onChange={setCourse}
      choices={courses.map(({ id, course_name }) => ({ value: id, label: course_name }))}
    />
  )
}

import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { statuses } from './statuses.ts'
import { SubscriptionsTable } from './subscriptions-table.tsx'
import classes from './subscriptions.module.css'

export const handle: ScreenHandle = { namespaces: ['subscriptions'] }

/** Instalments and subscriptions of the school, for staff. */
export default function Subscriptions() {
  const { t } = useTranslation('subscriptions')
  const [search] = useQueryParam('search')
  const [status] = useQueryParam('status')
  const chosen = statuses.find((one) => one === status)
  return (
    <Stack gap="lg">
      <PageHeading title={t('staff.title')} text={t('staff.text')} />
      <Filters />
      <SubscriptionsTable filters={{ ...(search && { search }), ...(chosen && { status: chosen }) }} />
    </Stack>
  )
}

function Filters() {
  const { t } = useTranslation('subscriptions')
  const [status, setStatus] = useQueryParam('status')
  const [search, setSearch] = useQueryParam('search')
  const [typed, setTyped] = useState(search ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => setSearch(waited || null), [waited, setSearch])
  return (
    <div className={classes.filters}>
      <SearchInput
        label={t('staff.search')}
        placeholder={t('staff.searchHint')}
        value={typed}
        onChange={setTyped}
        maxLength={200}
      />
      <SelectField
        label={t('staff.status')}
        clearable
        placeholder={t('staff.all')}
        value={statuses.find((one) => one === status) ?? null}
        onChange={setStatus}
        choices={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
      />
    </div>
  )
}

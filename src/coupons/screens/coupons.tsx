import { Group, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CouponsTable, type Coupon } from './coupons-table.tsx'

const NewCoupon = lazy(() => import('./new-coupon.tsx'))
const EditCoupon = lazy(() => import('./edit-coupon.tsx'))

export const handle: ScreenHandle = { namespaces: ['coupons'] }

const states = ['active', 'scheduled', 'paused', 'used_up', 'expired'] as const

/** The coupons of the school. */
export default function Coupons() {
  const { t } = useTranslation('coupons')
  const [search] = useQueryParam('search')
  const [state] = useQueryParam('state')
  const [open, setOpen] = useState<'new' | Coupon | null>(null)
  const chosen = states.find((one) => one === state)
  const close = () => setOpen(null)
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen('new')}>
            {t('new.open')}
          </Button>
        }
      />
      <Filters />
      <CouponsTable
        filters={{ ...(search && { search }), ...(chosen && { state: chosen }) }}
        onNew={() => setOpen('new')}
        onEdit={setOpen}
      />
      <Suspense>
        {open === 'new' && <NewCoupon onClose={close} />}
        {open && open !== 'new' && <EditCoupon coupon={open} onClose={close} />}
      </Suspense>
    </Stack>
  )
}

function Filters() {
  const { t } = useTranslation('coupons')
  const [state, setState] = useQueryParam('state')
  return (
    <Group align="flex-end" gap="md">
      <Search />
      <SelectField
        label={t('state')}
        clearable
        placeholder={t('all')}
        value={states.find((one) => one === state) ?? null}
        onChange={setState}
        choices={states.map((value) => ({ value, label: t(`state_${value}`) }))}
      />
    </Group>
  )
}

function Search() {
  const { t } = useTranslation('coupons')
  const [search, setSearch] = useQueryParam('search')
  const [typed, setTyped] = useState(search ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => setSearch(waited || null), [waited, setSearch])
  return <SearchInput label={t('search')} value={typed} onChange={setTyped} maxLength={60} flex="1 1 16rem" />
}

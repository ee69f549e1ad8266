import { Menu, ScrollArea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildings } from '@tabler/icons-react'
import { useState } from 'react'
import { useFrame, useSchool } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Avatar } from '#ui/components/avatar.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** With more schools, a search is shown. */
const shown = 8

/** Menu entries of an owner with several schools: a click enters another school. */
export default function OtherSchools() {
  const { t } = useTranslation('people')
  const { root_origin } = useFrame()
  const { school_id } = useSchool()
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText.trim(), 250)
  const all = useApiQuery(contract.listMySchools, { limit: shown + 1 }, { staleTime: 60_000 })
  const found = useApiQuery(
    contract.listMySchools,
    { limit: shown + 1, search },
    { enabled: search !== '', keepPrevious: true },
  )
  const others = (search ? found : all).data?.data.filter((school) => school.school_id !== school_id) ?? []
  const isMany = all.data?.next_cursor !== null
  if (!all.data || all.data.data.length < 2) return null
  return (
    <>
      <Menu.Label>{t('otherSchools.label')}</Menu.Label>
      {isMany && (
        <SearchInput
          size="sm"
          m={4}
          label={t('otherSchools.search')}
          hasPlaceholderLabel
          value={searchText}
          onChange={setSearchText}
          maxLength={100}
        />
      )}
      <ScrollArea.Autosize mah={280}>
        {others.slice(0, shown).map((school) => (
          <OtherSchool key={school.school_id} school={school} />
        ))}
        {search && found.data && others.length === 0 && <Menu.Label>{t('otherSchools.none')}</Menu.Label>}
      </ScrollArea.Autosize>
      <Menu.Item
        component="a"
        href={`${root_origin}/account`}
        leftSection={<IconBuildings size={18} aria-hidden />}
      >
        {t('otherSchools.all')}
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}

interface School {
  school_id: string
  name: string
  url: string
  logo_url: string | null
}

function OtherSchool({ school: { school_id, name, url, logo_url } }: { school: School }) {
  const { errorText } = useErrorText()
  const enter = useApiMutation(contract.enterSchool, {
    onSuccess: (answer) => location.assign(answer.url),
    onError: (error) => toast(errorText(error), 'error'),
  })
  return (
    <Menu.Item
      closeMenuOnClick={false}
      disabled={enter.isPending || enter.isSuccess}
      leftSection={<Avatar name={name} src={logo_url && new URL(logo_url, url).href} size={24} />}
      onClick={() => enter.mutate({ school_id })}
      style={{ overflowWrap: 'anywhere' }}
    >
      {name}
    </Menu.Item>
  )
}

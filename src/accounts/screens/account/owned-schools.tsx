import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuildingCommunity, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { OwnedSchoolCard } from './owned-school-card.tsx'

const atOnce = 30
/** Below this number no search is needed. */
const worthSearching = 7

/** An owner's schools with a search. */
export function OwnedSchools() {
  const { t } = useTranslation(['accounts', 'people'])
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText.trim(), 250)
  const schools = useApiPages(contract.listMySchools, { limit: atOnce, ...(search && { search }) })
  const { rows, error } = schools
  useFigures(schools)
  if (error && !rows) return <ErrorState error={error} onRetry={schools.refetch} />
  if (!rows) return <CardSkeleton cards={2} />
  if (rows.length === 0 && !search && !searchText)
    return (
      <EmptyState
        icon={<IconBuildingCommunity size={32} />}
        title={t('people:account.none')}
        text={t('people:account.noneText')}
        action={<LinkButton to="/create-school">{t('root.openSchool')}</LinkButton>}
      />
    )
  return (
    <Stack>
      {(rows.length >= worthSearching || searchText) && (
        <SearchInput
          label={t('people:account.search')}
          hasPlaceholderLabel
          value={searchText}
          onChange={setSearchText}
          maxLength={100}
          maw={480}
        />
      )}
      <Found schools={schools} />
    </Stack>
  )
}

type Pages = ReturnType<typeof useApiPages<typeof contract.listMySchools>>

function Found({ schools }: { schools: Pages }) {
  const { t } = useTranslation('people')
  const { t: shared } = useTranslation('ui')
  const rows = schools.rows ?? []
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<IconSearch size={32} />}
        title={t('account.noneFound')}
        text={t('account.noneFoundText')}
      />
    )
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows.map((school) => (
          <OwnedSchoolCard key={school.school_id} school={school} />
        ))}
      </SimpleGrid>
      {schools.hasMore && (
        <Group>
          <Button variant="default" loading={schools.isLoadingMore} onClick={schools.loadMore}>
            {shared('table.more')}
          </Button>
        </Group>
      )}
    </>
  )
}

/** Figures that are counted for the first time are reloaded a few times. */
function useFigures({ rows, refetch, isFetching }: Pages) {
  const [hasRequested, setHasRequested] = useState(0)
  const lacking = rows?.some((school) => school.stats === null) ?? false
  useEffect(() => {
    if (!lacking || isFetching || hasRequested >= 5) return
    const later = setTimeout(() => {
      setHasRequested(hasRequested + 1)
      refetch()
    }, 2_000)
    return () => clearTimeout(later)
  }, [lacking, isFetching, hasRequested, refetch])
}

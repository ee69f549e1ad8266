import { Anchor, Badge, Box, Group, Stack, Text } from '@mantine/core'
import { IconBuildingCommunity, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { countryName } from '#lib/countries/countries.ts'
import type { Plan } from '#plans/contract.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { planNames } from './plan-names.ts'
import { SearchField } from './search-field.tsx'

type School = ApiReply<typeof contract.listSchools>['data'][number]

export function SchoolsTable({ isFlagged }: { isFlagged: boolean }) {
  const { t } = useTranslation('console')
  const [search, setSearch] = useQueryParam('search')
  const [plan, setPlan] = useQueryParam('plan')
  const plan_name = planNames.find((name) => name === plan)
  const schools = useApiPages(contract.listSchools, {
    limit: 50,
    ...(search && { search }),
    ...(isFlagged ? { flagged: true } : plan_name && { plan_name }),
  })
  return (
    <Stack gap="md">
      <Group gap="md">
        <SearchField label={t('schools.search')} value={search} onChange={setSearch} />
        {!isFlagged && <PlanFilter value={plan_name ?? null} onChange={setPlan} />}
      </Group>
      {schools.error ? (
        <ErrorState error={schools.error} onRetry={schools.refetch} />
      ) : (
        <Rows schools={schools} isFlagged={isFlagged} isSearched={Boolean(search) || Boolean(plan_name)} />
      )}
    </Stack>
  )
}

function PlanFilter({ value, onChange }: { value: Plan | null; onChange: (plan: string | null) => void }) {
  const { t } = useTranslation('console')
  return (
    <SelectField
      label={null}
      aria-label={t('schools.plan')}
      placeholder={t('schools.anyPlan')}
      choices={planNames.map((name) => ({ value: name, label: t(`plans.${name}`) }))}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': t('schools.anyPlan') }}
      w={{ base: '100%', xs: 260 }}
    />
  )
}

interface RowsProps {
  schools: ReturnType<typeof useApiPages<typeof contract.listSchools>>
  isFlagged: boolean
  isSearched: boolean
}

function Rows({ schools, isFlagged, isSearched }: RowsProps) {
  const { t, i18n } = useTranslation('console')
  const empty = isSearched ? (
    <EmptyState title={t('schools.nothingFound')} text={t('schools.nothingFoundText')} />
  ) : (
    <EmptyState
      icon={isFlagged ? <IconCircleCheck size={32} /> : <IconBuildingCommunity size={32} />}
      title={t(isFlagged ? 'flagged.none' : 'schools.none')}
      text={t(isFlagged ? 'flagged.noneText' : 'schools.noneText')}
    />
  )
  return (
    <DataTable
      label={t(isFlagged ? 'flagged.title' : 'schools.title')}
      rows={schools.rows}
      rowKey="school_id"
      pages={schools}
      empty={empty}
      columns={[
        { key: 'name', title: t('schools.name'), render: (school) => <Name school={school} /> },
        {
          key: 'plan_name',
          title: t('schools.plan'),
          width: 240,
          wide: true,
          render: (school) => <PlanBadges school={school} />,
        },
        {
          key: 'country',
          title: t('schools.country'),
          width: 150,
          wide: true,
          render: ({ country }) => country && countryName(country, i18n.language),
        },
        {
          key: 'created_at',
          title: t('schools.created'),
          width: 150,
          wide: true,
          render: ({ created_at }) => <Time at={created_at} style="date" />,
        },
      ]}
    />
  )
}

function Name({ school }: { school: School }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Anchor
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props: object) => <Link to={`/console/schools/${school.school_id}`} {...props} />}
      >
        {school.name}
      </Anchor>
      <Text size="sm" c="dimmed" dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
        {new URL(school.url).host}
      </Text>
      <Box hiddenFrom="sm" mt={6}>
        <PlanBadges school={school} />
      </Box>
    </div>
  )
}

export function PlanBadges({ school }: { school: Pick<School, 'plan_name' | 'is_flagged' | 'is_listed'> }) {
  const { t } = useTranslation('console')
  return (
    <Group gap={6}>
      <Badge variant="light" color={school.plan_name === 'free' ? 'gray' : 'success'}>
        {t(`plans.${school.plan_name}`)}
      </Badge>
      {school.is_flagged && (
        <Badge variant="light" color="warning">
          {t('schools.flagged')}
        </Badge>
      )}
      {!school.is_listed && (
        <Badge variant="outline" color="gray">
          {t('schools.unlisted')}
        </Badge>
      )}
    </Group>
  )
}

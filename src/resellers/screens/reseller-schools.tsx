import { Anchor, Text } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { Link } from 'react-router'
import { listSchools } from '#console/contract.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Reseller } from './reseller.tsx'

/** The schools created at a reseller's root. */
export function ResellerSchools({ reseller: { name, root_domain } }: { reseller: Reseller }) {
  const { t } = useTranslation('resellers')
  const schools = useApiPages(listSchools, { limit: 20, root_domain })
  const label = t('schoolsOf', { name })
  return (
    <Section title={label}>
      {schools.error ? (
        <ErrorState error={schools.error} onRetry={schools.refetch} />
      ) : (
        <DataTable
          label={t('schools')}
          rows={schools.rows}
          rowKey="school_id"
          pages={schools}
          empty={
            <EmptyState
              icon={<IconBuildingCommunity size={32} />}
              title={t('noSchools')}
              text={t('noSchoolsText')}
            />
          }
          columns={[
            {
              key: 'name',
              title: t('school'),
              render: (school) => (
                <div style={{ minWidth: 0 }}>
                  <Anchor
                    fw={600}
                    style={{ overflowWrap: 'anywhere' }}
                    renderRoot={(props: object) => (
                      <Link to={`/console/schools/${school.school_id}`} {...props} />
                    )}
                  >
                    {school.name}
                  </Anchor>
                  <Text size="sm" c="dimmed" dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
                    {new URL(school.url).host}
                  </Text>
                </div>
              ),
            },
            {
              key: 'created_at',
              title: t('created'),
              width: 150,
              wide: true,
              render: ({ created_at }) => <Time at={created_at} style="date" />,
            },
          ]}
        />
      )}
    </Section>
  )
}

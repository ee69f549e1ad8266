import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { consoleListReconciledSchools } from '../../contract.ts'

type Row = ApiReply<typeof consoleListReconciledSchools>['data'][number]

/** In the console: how the last night ended for schools with their own accounts. */
export function ReconciledSchools() {
  const { t } = useTranslation('revenue')
  const [chosen, setChosen] = useQueryParam('schools')
  const list = useApiPages(consoleListReconciledSchools, {
    limit: 20,
    ...(chosen !== 'all' && { has_problems: true }),
  })
  return (
    <Section title={t('ownSchools.title')} text={t('ownSchools.text')}>
      <SelectField
        label={t('state')}
        value={chosen === 'all' ? 'all' : 'problems'}
        allowDeselect={false}
        onChange={(value) => setChosen(value === 'all' ? 'all' : null)}
        choices={[
          { value: 'problems', label: t('ownSchools.only') },
          { value: 'all', label: t('show.all') },
        ]}
        w={{ base: '100%', xs: 220 }}
      />
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable
          label={`${t('ownSchools.title')}: ${t('state')}`}
          rows={list.rows}
          rowKey="school_id"
          pages={list}
          empty={<Text c="dimmed">{t('ownSchools.none')}</Text>}
          columns={[
            { key: 'name', title: t('school'), render: (row) => <School row={row} /> },
            { key: 'state', title: t('state'), render: (row) => <Result row={row} /> },
          ]}
        />
      )}
    </Section>
  )
}

function School({ row: { school_id, name, last_run_at } }: { row: Row }) {
  const { t } = useTranslation('revenue')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        fw={600}
        renderRoot={(props: object) => (
          <Link to={`/console/schools/${school_id}/reconciliation`} {...props} />
        )}
      >
        {name}
      </Anchor>
      <Text size="sm" c="dimmed">
        {t('ownSchools.lastRun')}: <Time at={last_run_at} />
      </Text>
    </div>
  )
}

function Result({ row: { last_run_state, open_differences, failing_providers } }: { row: Row }) {
  const { t } = useTranslation('revenue')
  const providers = failing_providers.map((name) => providerTitles[name]).join(', ')
  return (
    <Group gap={6}>
      {last_run_state === 'succeeded' && open_differences === 0 && (
        <Badge variant="light" color="success">
          {t('result.equal')}
        </Badge>
      )}
      {providers !== '' && <Text size="sm">{t('ownSchools.keys', { providers })}</Text>}
      {last_run_state === 'failed' && providers === '' && (
        <Badge variant="light" color="warning">
          {t('result.failed')}
        </Badge>
      )}
      {open_differences > 0 && (
        <Text size="sm">{t('ownSchools.open', { number: formatNumber(open_differences) })}</Text>
      )}
    </Group>
  )
}

import { Anchor, Group, Stack } from '@mantine/core'
import { IconHistory, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { AuditTable } from './audit-table.tsx'

/** Actions of operators. Other actions are shown by their names. */
const actions = [
  'school.plan_changed',
  'flag.created',
  'flag.updated',
  'flag.deleted',
  'job.retried',
  'job.deleted',
  'reseller.created',
  'reseller.updated',
  'reseller.suspended',
  'reseller.active',
] as const

/** The platform's audit log. */
export default function Audit() {
  const { t } = useTranslation('console')
  const [action, setAction] = useQueryParam('action')
  const [school_id, setSchool] = useQueryParam('school_id')
  const [actor_id, setActor] = useQueryParam('actor_id')
  const entries = useApiPages(contract.listPlatformAuditLog, {
    limit: 50,
    ...(action && { action }),
    ...(school_id && { school_id }),
    ...(actor_id && { actor_id }),
  })
  const school = entries.rows?.find((entry) => entry.school?.school_id === school_id)?.school
  const actor = entries.rows?.find((entry) => entry.actor?.id === actor_id)?.actor
  return (
    <Stack gap="lg">
      <PageHeading title={t('audit.title')} text={t('audit.text')} />
      <Group gap="md">
        <SelectField
          label={null}
          aria-label={t('audit.action')}
          placeholder={t('audit.anyAction')}
          choices={[
            ...actions.map((value) => ({ value: value as string, label: t(`actionNames.${value}`) })),
            ...(action && !(actions as readonly string[]).includes(action)
              ? [{ value: action, label: action }]
              : []),
          ]}
          value={action}
          onChange={setAction}
          clearable
          clearButtonProps={{ 'aria-label': t('audit.anyAction') }}
          w={{ base: '100%', xs: 280 }}
        />
        {school_id && (
          <Filter text={school?.name ?? t('audit.oneSchool')} onClear={() => setSchool(null)}>
            <Anchor renderRoot={(props: object) => <Link to={`/console/schools/${school_id}`} {...props} />}>
              {t('audit.openSchool')}
            </Anchor>
          </Filter>
        )}
        {actor_id && <Filter text={actor?.name ?? t('audit.onePerson')} onClear={() => setActor(null)} />}
      </Group>
      {entries.error ? (
        <ErrorState error={entries.error} onRetry={entries.refetch} />
      ) : (
        <AuditTable
          entries={entries}
          onSchool={setSchool}
          onActor={setActor}
          empty={
            <EmptyState icon={<IconHistory size={32} />} title={t('audit.none')} text={t('audit.noneText')} />
          }
        />
      )}
    </Stack>
  )
}

function Filter({ text, onClear, children }: { text: string; onClear: () => void; children?: ReactNode }) {
  const { t } = useTranslation('console')
  return (
    <Group gap="xs">
      <Button
        variant="light"
        rightSection={<IconX size={16} aria-hidden />}
        onClick={onClear}
        aria-label={`${text}: ${t('audit.clear')}`}
      >
        {text}
      </Button>
      {children}
    </Group>
  )
}

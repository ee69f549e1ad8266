import { Code, Text, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import type { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { Time } from '#ui/components/time.tsx'
import { hasText, useTranslation } from '#ui/i18n/use-translation.ts'
import type * as contract from '../contract.ts'
import classes from './audit-table.module.css'

type Entry = ApiReply<typeof contract.listPlatformAuditLog>['data'][number]

interface Props {
  entries: ReturnType<typeof useApiPages<typeof contract.listPlatformAuditLog>>
  onSchool: (school_id: string) => void
  onActor: (actor_id: string) => void
  empty: ReactNode
}

export function AuditTable({ entries, onSchool, onActor, empty }: Props) {
  const { t } = useTranslation('console')
  return (
    <DataTable
      label={t('audit.title')}
      rows={entries.rows}
      rowKey="id"
      pages={entries}
      empty={empty}
      columns={[
        {
          key: 'action',
          title: t('audit.what'),
          render: (entry) => <What entry={entry} onSchool={onSchool} />,
        },
        {
          key: 'actor',
          title: t('audit.who'),
          width: 240,
          wide: true,
          render: (entry) => <Who entry={entry} onActor={onActor} />,
        },
        {
          key: 'created_at',
          title: t('audit.when'),
          width: 190,
          wide: true,
          render: ({ created_at }) => <Time at={created_at} />,
        },
      ]}
    />
  )
}

function What({ entry, onSchool }: { entry: Entry; onSchool: (school_id: string) => void }) {
  const { t, i18n } = useTranslation('console')
  const { action, school, subject_id, subject_type, change, created_at, actor } = entry
  const { school_id: _said, reason, ...rest } = change
  const actionKey = `actionNames.${action}`
  return (
    <div style={{ minWidth: 0, maxWidth: '46rem' }}>
      <Text fw={600}>{hasText(i18n, 'console', actionKey) ? t(actionKey) : action}</Text>
      <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
        {school ? (
          <UnstyledButton className={classes.link ?? ''} onClick={() => onSchool(school.school_id)}>
            {school.name ?? t('schoolGone')}
          </UnstyledButton>
        ) : (
          `${subject_type} ${subject_id}`
        )}
      </Text>
      {typeof reason === 'string' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          “{reason}”
        </Text>
      )}
      {Object.keys(rest).length > 0 && (
        <Code block dir="ltr" mt={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {Object.entries(rest)
            .map(([name, value]) => `${name}: ${said(value)}`)
            .join('\n')}
        </Code>
      )}
      <Text size="sm" c="dimmed" hiddenFrom="sm" mt={6}>
        {actor?.name ?? t('audit.nobody')} · <Time at={created_at} />
      </Text>
    </div>
  )
}

/** Values before and after are shown as a pair. */
const said = (value: unknown) =>
  Array.isArray(value) && value.length === 2
    ? `${JSON.stringify(value[0])} → ${JSON.stringify(value[1])}`
    : JSON.stringify(value)

function Who({ entry: { actor }, onActor }: { entry: Entry; onActor: (actor_id: string) => void }) {
  const { t } = useTranslation('console')
  if (!actor) return <Text c="dimmed">{t('audit.nobody')}</Text>
  return (
    <UnstyledButton className={classes.link ?? ''} onClick={() => onActor(actor.id)}>
      {actor.name}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {actor.email}
      </Text>
    </UnstyledButton>
  )
}

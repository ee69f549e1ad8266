import { Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconToggleRight } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Time } from '#ui/components/time.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

const FlagDialog = lazy(() => import('./flag-dialog.tsx'))

export type Flag = ApiReply<typeof contract.listFlags>['data'][number]

/** All feature flags with their schools. */
export default function Flags() {
  const { t } = useTranslation('console')
  const [open, setOpen] = useState<Flag | 'new' | null>(null)
  const flags = useApiPages(contract.listFlags, { limit: 100 })
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setOpen('new')}>
      {t('flags.add')}
    </Button>
  )
  return (
    <Stack gap="lg">
      <PageHeading title={t('flags.title')} text={t('flags.text')} actions={add} />
      {flags.error ? (
        <ErrorState error={flags.error} onRetry={flags.refetch} />
      ) : (
        <DataTable
          label={t('flags.title')}
          rows={flags.rows}
          rowKey="name"
          pages={flags}
          empty={
            <EmptyState
              icon={<IconToggleRight size={32} />}
              title={t('flags.none')}
              text={t('flags.noneText')}
            />
          }
          columns={[
            { key: 'name', title: t('flags.name'), render: (flag) => <Name flag={flag} /> },
            { key: 'reach', title: t('flags.reach'), wide: true, render: (flag) => <Reach flag={flag} /> },
            {
              key: 'updated_at',
              title: t('flags.changed'),
              width: 150,
              wide: true,
              render: ({ updated_at }) => <Time at={updated_at} style="relative" />,
            },
            {
              key: 'actions',
              title: <span className="ly-hidden">{t('actions')}</span>,
              align: 'right',
              render: (flag) => <FlagActions flag={flag} onEdit={() => setOpen(flag)} />,
            },
          ]}
        />
      )}
      {open && (
        <Suspense>
          <FlagDialog flag={open === 'new' ? null : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Stack>
  )
}

function Name({ flag }: { flag: Flag }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text fw={600} dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
        {flag.name}
      </Text>
      {flag.description && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {flag.description}
        </Text>
      )}
      <Text size="sm" hiddenFrom="sm" component="div">
        <Reach flag={flag} />
      </Text>
    </div>
  )
}

function Reach({ flag: { is_on_for_all, school_urls, share_percent } }: { flag: Flag }) {
  const { t } = useTranslation('console')
  if (is_on_for_all) return <>{t('flags.forAll')}</>
  const parts = [
    share_percent > 0 && t('flags.forShare', { percent: share_percent }),
    school_urls.length > 0 && t('flags.forSchools', { count: school_urls.length }),
  ].filter(Boolean)
  return <>{parts.length > 0 ? parts.join(' · ') : t('flags.forNobody')}</>
}

function FlagActions({ flag, onEdit }: { flag: Flag; onEdit: () => void }) {
  const { t } = useTranslation('console')
  const { t: shared } = useTranslation('ui')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const { name } = flag
  const remove = useApiMutation(contract.deleteFlag, {
    invalidates: [contract.listFlags],
    onSuccess: () => toast(t('flags.deleted', { name })),
    onError: (error) => toast(errorText(error), 'error'),
  })
  const ask = async () => {
    const question = { title: t('flags.deleteTitle', { name }), text: t('flags.deleteText'), danger: true }
    if (await confirm({ ...question, confirmLabel: t('flags.delete') })) remove.mutate({ name })
  }
  return (
    <Group gap="xs" justify="flex-end">
      <Button variant="default" onClick={onEdit} aria-label={`${shared('actions.edit')}: ${name}`}>
        {shared('actions.edit')}
      </Button>
      <Button
        variant="subtle"
        color="error"
        loading={remove.isPending}
        onClick={() => void ask()}
        aria-label={`${t('flags.delete')}: ${name}`}
      >
        {t('flags.delete')}
      </Button>
    </Group>
  )
}

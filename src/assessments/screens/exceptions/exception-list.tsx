import { Group, Stack, Text, Title } from '@mantine/core'
import { IconClockPlus, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export type Exception = ApiReply<typeof contract.listAssessmentExceptions>['data'][number]

interface Props {
  assessment_id: string
  /** Null: a new one. */
  onOpen: (exception: Exception | null) => void
}

export function ExceptionList({ assessment_id, onOpen }: Props) {
  const { t } = useTranslation('exceptions')
  const { errorText } = useErrorText()
  const list = useApiPages(contract.listAssessmentExceptions, { id: assessment_id, limit: 50 })
  const remove = useApiMutation(contract.deleteAssessmentException, {
    invalidates: [contract.listAssessmentExceptions],
    onSuccess: () => toast(t('removed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onOpen(null)}>
      {t('exception.add')}
    </Button>
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3">
          {t('exception.title')}
        </Title>
        {list.rows && list.rows.length > 0 && add}
      </Group>
      <DataTable
        label={t('exception.title')}
        rows={list.rows}
        rowKey="user_id"
        pages={list}
        empty={
          <EmptyState
            icon={<IconClockPlus size={40} />}
            title={t('exception.none')}
            text={t('exception.noneText')}
            action={add}
          />
        }
        columns={[
          {
            key: 'user_name',
            title: t('student'),
            render: (exception) => <Facts exception={exception} />,
          },
          {
            key: 'user_id',
            title: <span className="ly-hidden">{t('actions')}</span>,
            width: 110,
            align: 'right',
            render: (exception) => (
              <RowActions
                name={exception.user_name}
                onEdit={() => onOpen(exception)}
                onRemove={() => remove.mutate({ id: assessment_id, user_id: exception.user_id })}
              />
            ),
          },
        ]}
      />
    </Stack>
  )
}

function Facts({ exception }: { exception: Exception }) {
  const { t } = useTranslation('exceptions')
  const { user_name, extra_minutes, extra_attempts, opens_at, closes_at } = exception
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} component="bdi">
        {user_name}
      </Text>
      <Group gap="sm" c="dimmed" fz="sm">
        {extra_minutes > 0 && <span>{t('minutes', { number: formatNumber(extra_minutes) })}</span>}
        {extra_attempts > 0 && <span>{t('attempts', { number: formatNumber(extra_attempts) })}</span>}
        {opens_at && (
          <span>
            {t('opens')} <Time at={opens_at} />
          </span>
        )}
        {closes_at && (
          <span>
            {t('closes')} <Time at={closes_at} />
          </span>
        )}
      </Group>
    </div>
  )
}

interface RowActionsProps {
  name: string
  onEdit: () => void
  onRemove: () => void
}

/** Buttons that edit and take back what a student has. */
export function RowActions({ name, onEdit, onRemove }: RowActionsProps) {
  const { t } = useTranslation('exceptions')
  return (
    <Group gap={4} justify="flex-end" wrap="wrap">
      <IconButton label={t('edit', { name })} variant="subtle" size={44} onClick={onEdit}>
        <IconPencil size={20} aria-hidden />
      </IconButton>
      <IconButton label={t('remove', { name })} variant="subtle" color="error" size={44} onClick={onRemove}>
        <IconTrash size={20} aria-hidden />
      </IconButton>
    </Group>
  )
}

import { Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { RowActions } from './exception-list.tsx'

export type Accommodation = ApiReply<typeof contract.listAccommodations>['data'][number]

interface Props {
  course_id: string
  course_name: string
  /** Null: a new one. */
  onOpen: (accommodation: Accommodation | null) => void
}

export function AccommodationList({ course_id, course_name, onOpen }: Props) {
  const { t } = useTranslation('exceptions')
  const { errorText } = useErrorText()
  const list = useApiPages(contract.listAccommodations, { course_id, limit: 50 })
  // An accommodation that changes nothing is deleted.
  const remove = useApiMutation(contract.setAccommodation, {
    invalidates: [contract.listAccommodations],
    onSuccess: () => toast(t('removed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const title = t('accommodation.title', { course: course_name })
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Text c="dimmed">{t('accommodation.text')}</Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => onOpen(null)}
        >
          {t('accommodation.add')}
        </Button>
      </Group>
      <DataTable
        label={title}
        rows={list.rows}
        rowKey="user_id"
        pages={list}
        empty={<Text c="dimmed">{t('accommodation.none')}</Text>}
        columns={[
          {
            key: 'user_name',
            title: t('student'),
            render: (accommodation) => <Facts accommodation={accommodation} />,
          },
          {
            key: 'user_id',
            title: <span className="ly-hidden">{t('actions')}</span>,
            width: 110,
            align: 'right',
            render: (accommodation) => (
              <RowActions
                name={accommodation.user_name}
                onEdit={() => onOpen(accommodation)}
                onRemove={() => remove.mutate({ course_id, user_id: accommodation.user_id })}
              />
            ),
          },
        ]}
      />
    </Stack>
  )
}

function Facts({ accommodation }: { accommodation: Accommodation }) {
  const { t } = useTranslation('exceptions')
  const { user_name, time_factor, extra_minutes, extra_attempts } = accommodation
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600} component="bdi">
        {user_name}
      </Text>
      <Group gap="sm" c="dimmed" fz="sm">
        {time_factor > 1 && <span>{t('factor', { number: formatNumber((time_factor - 1) * 100) })}</span>}
        {extra_minutes > 0 && <span>{t('minutes', { number: formatNumber(extra_minutes) })}</span>}
        {extra_attempts > 0 && <span>{t('attempts', { number: formatNumber(extra_attempts) })}</span>}
      </Group>
    </div>
  )
}

import { Anchor, Badge, Stack, Text, Title } from '@mantine/core'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

interface Props {
  assessment_id: string
  onOpen: (regrade_id: string) => void
}

/** Open previews and applied regrades, newest first. */
export function RegradeHistory({ assessment_id, onOpen }: Props) {
  const { t } = useTranslation('regrades')
  const list = useApiPages(contract.listRegrades, { id: assessment_id })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows || list.rows.length === 0) return null
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('history')}
      </Title>
      <DataTable
        label={t('history')}
        rows={list.rows}
        rowKey="id"
        pages={list}
        columns={[
          {
            key: 'question_name',
            title: t('question'),
            render: ({ id, question_name, policy, created_by_name }) => (
              <div style={{ overflowWrap: 'anywhere' }}>
                <Anchor component="button" type="button" ta="start" dir="auto" onClick={() => onOpen(id)}>
                  {question_name}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {t('made', { policy: t(`policies.${policy}`), name: created_by_name ?? '–' })}
                </Text>
              </div>
            ),
          },
          {
            key: 'state',
            title: t('status'),
            width: 160,
            render: ({ state }) => (
              <Badge color={state === 'applied' ? 'success' : 'gray'} variant="light" tt="none">
                {t(`state.${state}`)}
              </Badge>
            ),
          },
          {
            key: 'created_at',
            title: t('when'),
            width: 190,
            wide: true,
            render: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
      />
    </Stack>
  )
}

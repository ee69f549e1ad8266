import { Group, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { listGroups, listGroupStudents, updateGroup } from '#groups/contract.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  /** null while closed. */
  group: { id: string; name: string } | null
  onClose: () => void
}

/** Members of a group, with buttons to remove them. */
export function GroupStudents({ group, onClose }: Props) {
  return (
    <Modal opened={group !== null} onClose={onClose} title={group?.name ?? ''}>
      {group && <Members id={group.id} />}
    </Modal>
  )
}

function Members({ id }: { id: string }) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const list = useApiPages(listGroupStudents, { id, limit: 50 })
  const takeOut = useApiMutation(updateGroup, {
    invalidates: [listGroups, listGroupStudents],
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton />
  if (list.rows.length === 0)
    return <EmptyState title={t('groups.empty')} text={t('groups.emptyText')} order={3} />
  return (
    <Stack gap="xs">
      {list.rows.map((student) => (
        <Group key={student.student_id} justify="space-between" wrap="nowrap">
          <div>
            <Text>{student.name}</Text>
            <Text size="sm" c="dimmed">
              {student.email}
            </Text>
          </div>
          <IconButton
            label={t('groups.takeOut', { name: student.name })}
            variant="subtle"
            color="gray"
            size={44}
            onClick={() => takeOut.mutate({ id, remove_student_ids: [student.student_id] })}
          >
            <IconX size={20} aria-hidden />
          </IconButton>
        </Group>
      ))}
      <ListFooter pages={list} more={t('groups.more')} />
    </Stack>
  )
}

import { Group, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { deleteLockException, listLockExceptions } from '#groups/contract.ts'
import { getCourseContents } from '#courses/contract.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useExceptionText } from './use-exception-text.ts'
import classes from './exception-list.module.css'

interface Props {
  course_id: string
  /** Exceptions that apply to one content, or to one student. */
  subject: { content_id: string } | { student_id: string }
}

/** Exceptions of one content or student, each with a delete button. */
export function ExceptionList({ course_id, subject }: Props) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const effect = useExceptionText()
  const list = useApiPages(listLockExceptions, { id: course_id, ...subject, limit: 50 })
  const remove = useApiMutation(deleteLockException, {
    invalidates: [listLockExceptions, getCourseContents],
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton rows={1} />
  if (list.rows.length === 0) return <Text c="dimmed">{t('exceptions.opensAsForAll')}</Text>
  return (
    <ul className={classes.list}>
      {list.rows.map(({ id, target, content, shift_days }) => (
        <li key={id}>
          <div>
            <strong dir="auto">{'student_id' in subject ? whatOf(content) : target.name}</strong>
            <Group gap="xs" c="dimmed" fz="sm">
              <span>{effect(shift_days)}</span>
              <span>
                {'student_id' in subject
                  ? target.kind === 'group' && t('exceptions.through', { group: target.name })
                  : !content && t('exceptions.wholeCourse')}
              </span>
            </Group>
          </div>
          <IconButton
            label={t('exceptions.remove', { name: target.name })}
            variant="subtle"
            color="gray"
            size={44}
            onClick={() => remove.mutate({ id })}
          >
            <IconX size={20} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )

  function whatOf(content: { title: string } | null) {
    return content?.title ?? t('exceptions.wholeCourse')
  }
}

import { Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import classes from './saved-comments.module.css'

type Comment = ApiReply<typeof contract.listSavedComments>['data'][number]

interface Props {
  course_id: string | null
  /** What is typed now; it can be saved. */
  comment: string
  onInsert: (text: string) => void
  onClose: () => void
}

/** Saved comments of the marker and of the course: search, insert, save and delete. */
export default function SavedCommentsDialog({ course_id, comment, onInsert, onClose }: Props) {
  const { t } = useTranslation('marking')
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const list = useApiPages(contract.listSavedComments, {
    limit: 20,
    ...(course_id && { course_id }),
    ...(q && { q }),
  })
  const first = list.rows?.[0]
  return (
    <Modal opened onClose={onClose} title={t('comments.title')} size="lg">
      <Stack gap="md">
        <SearchInput
          label={t('comments.search')}
          value={typed}
          onChange={setTyped}
          data-autofocus
          onKeyDown={(event) => {
            // Before the search has finished, the first comment is one of another search.
            if (event.key !== 'Enter' || !first || list.isFetching || q !== typed.trim()) return
            event.preventDefault()
            onInsert(first.text)
          }}
        />
        <CommentList list={list} isSearch={q !== ''} onInsert={onInsert} />
        {comment.trim() !== '' && <SaveButtons course_id={course_id} comment={comment} />}
      </Stack>
    </Modal>
  )
}

interface ListProps {
  list: ReturnType<typeof useApiPages<typeof contract.listSavedComments>>
  isSearch: boolean
  onInsert: (text: string) => void
}

function CommentList({ list, isSearch, onInsert }: ListProps) {
  const { t } = useTranslation('marking')
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <ListSkeleton rows={3} />
  if (list.rows.length === 0)
    return <Text c="dimmed">{t(isSearch ? 'results.noneFound' : 'comments.none')}</Text>
  return (
    <>
      <ul className={classes.list}>
        {list.rows.map((one) => (
          <CommentRow key={one.id} comment={one} onInsert={() => onInsert(one.text)} />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('comments.more')}
        </Button>
      )}
    </>
  )
}

function CommentRow({ comment, onInsert }: { comment: Comment; onInsert: () => void }) {
  const { t } = useTranslation('marking')
  const { id, text, course_id, author_name, is_own } = comment
  const remove = useApiMutation(contract.deleteSavedComment, { invalidates: [contract.listSavedComments] })
  return (
    <li className={classes.row}>
      <button type="button" className={classes.insert} onClick={onInsert}>
        <span dir="auto">{text}</span>
        {course_id && (
          <Text component="span" size="sm" c="dimmed">
            {t('comments.shared', { name: author_name })}
          </Text>
        )}
      </button>
      {is_own && (
        <IconButton
          label={t('comments.delete', { text: text.slice(0, 60) })}
          variant="subtle"
          color="gray"
          size="xl"
          onClick={() => remove.mutate({ id })}
        >
          <IconTrash size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function SaveButtons({ course_id, comment }: Pick<Props, 'course_id' | 'comment'>) {
  const { t } = useTranslation('marking')
  const { errorText } = useErrorText()
  const save = useApiMutation(contract.createSavedComment, { invalidates: [contract.listSavedComments] })
  return (
    <Stack gap="xs">
      <Text size="sm" className={classes.text ?? ''} dir="auto">
        {comment}
      </Text>
      <Group gap="sm">
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate({ text: comment })}>
          {t('comments.saveOwn')}
        </Button>
        {course_id && (
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate({ text: comment, course_id })}
          >
            {t('comments.saveShared')}
          </Button>
        )}
      </Group>
      <Text size="sm" role="status">
        {save.isSuccess && t('comments.saved')}
      </Text>
      {save.error && (
        <Text size="sm" c="error" role="alert">
          {errorText(save.error)}
        </Text>
      )}
    </Stack>
  )
}

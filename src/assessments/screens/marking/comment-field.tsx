import { Group } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { lazy, Suspense, useState, type KeyboardEvent } from 'react'
import { Button } from '#ui/components/button.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { MarkingActions } from './answer-browser.tsx'

const SavedCommentsDialog = lazy(() => import('./saved-comments-dialog.tsx'))

interface Props {
  course_id: string | null
  comment: string
  onChange: (comment: string) => void
  actions: MarkingActions
}

/** The comment of a mark. A slash before a word opens the saved comments. */
export function CommentField({ course_id, comment, onChange, actions }: Props) {
  const { t } = useTranslation('marking')
  // Where a saved comment is inserted; null while the dialog is closed.
  const [insertAt, setInsertAt] = useState<number | null>(null)
  const { comment: field, save } = actions
  return (
    <div>
      <TextArea
        ref={field}
        label={t('marking.comment')}
        hint={t('marking.commentHint')}
        value={comment}
        onChange={onChange}
        onKeyDown={(event) => onCommentKey(event, { onSave: () => save(), onSlash: setInsertAt })}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5_000}
        dir="auto"
      />
      <OpenButton onOpen={() => setInsertAt(comment.length)} />
      <Suspense>
        {insertAt !== null && (
          <SavedCommentsDialog
            course_id={course_id}
            comment={comment}
            onClose={() => setInsertAt(null)}
            onInsert={(text) => {
              setInsertAt(null)
              onChange(`${comment.slice(0, insertAt)}${text}${comment.slice(insertAt)}`.slice(0, 5_000))
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

interface KeyHandlers {
  onSave: () => void
  /** With the position of the caret. */
  onSlash: (position: number) => void
}

function onCommentKey(event: KeyboardEvent<HTMLTextAreaElement>, { onSave, onSlash }: KeyHandlers) {
  const { selectionStart, value } = event.currentTarget
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    onSave()
  } else if (event.key === '/' && /(?:^|\s)$/.test(value.slice(0, selectionStart))) {
    event.preventDefault()
    onSlash(selectionStart)
  }
}

function OpenButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('marking')
  return (
    <Group mt="xs">
      <Button
        size="compact-md"
        variant="subtle"
        leftSection={<IconMessagePlus size={18} aria-hidden />}
        onClick={onOpen}
      >
        {t('comments.open')}
      </Button>
    </Group>
  )
}

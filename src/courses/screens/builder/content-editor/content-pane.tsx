import { useEffect } from 'react'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ContentEditor } from './content-editor.tsx'
import type { Content } from '../outline-tree/outline-model.ts'
import type { OutlineEditing } from '../outline-tree/use-outline.ts'
import { useEditedTopic } from './use-edited-topic.ts'

interface Props {
  course_id: string
  content: Content
  editing: OutlineEditing
  hasPreview: boolean
  onBusy: (content_id: string, isBusy: boolean) => void
}

/** Loads a content each time it is opened, because others may have changed it. */
export function ContentPane({ course_id, content, editing, hasPreview, onBusy }: Props) {
  const { t } = useTranslation('courses')
  const content_id = content.id
  const { topic, error, isPending, reload } = useEditedTopic(course_id, content_id)
  useEffect(() => () => onBusy(content_id, false), [content_id, onBusy])
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (isPending) return <FormSkeleton />
  if (!topic) return <EmptyState title={t('editor.gone')} text={t('editor.goneText')} />
  return (
    <ContentEditor
      key={`${topic.id} ${topic.opened}`}
      topic={topic.content}
      content={content}
      course_id={course_id}
      editing={editing}
      hasPreview={hasPreview}
      onBusy={onBusy}
      onReload={reload}
    />
  )
}

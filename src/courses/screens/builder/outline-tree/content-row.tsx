import { IconClock, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ContentMenu } from './content-menu.tsx'
import { useOutlineSelection } from './outline-selection.ts'
import { ContentCheckbox } from './content-checkbox.tsx'
import { TypeIcon } from './type-icon.tsx'
import { formatDuration } from '../../format-duration.ts'
import { DragHandle, useOutlineItem } from './outline-item.tsx'
import type { Content, Lesson } from './outline-model.ts'
import type { OutlineEditing } from './use-outline.ts'
import classes from './outline-tree.module.css'

interface Props {
  content: Content
  lesson: Lesson
  lessons: Lesson[]
  index: number
  editing: OutlineEditing
  isOpen: boolean
  onOpen: (content_id: string) => void
}

const hasRule = ({ opening }: Content) =>
  opening !== undefined && Object.values(opening).some((rule) => rule !== null)

/** A content in the outline; opens in the editor. Hidden contents have a badge. */
export const ContentRow = memo(function ContentRow(props: Props) {
  const { content, isOpen, onOpen } = props
  const { t } = useTranslation('courses')
  const { setNode, style, isDragging, grip } = useOutlineItem(content.id, 'content')
  const selection = useOutlineSelection()
  return (
    <li
      ref={setNode}
      style={style}
      className={classes.content}
      data-dragging={isDragging || undefined}
      data-open={isOpen || undefined}
    >
      {selection.isOn ? (
        <ContentCheckbox content={content} />
      ) : (
        <DragHandle {...grip} label={t('outline.moveContent', { name: content.title })} />
      )}
      <button
        type="button"
        id={`content-${content.id}`}
        className={classes.open}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(content.id)}
      >
        <TypeIcon type={content.type} />
        <span className={classes.title}>{content.title}</span>
        {content.duration_seconds ? <small>{formatDuration(content.duration_seconds)}</small> : null}
        {!content.is_published && <em className={classes.draft}>{t('outline.draft')}</em>}
        {content.is_published && content.has_changes && (
          <em className={classes.draft}>{t('outline.changed')}</em>
        )}
        {hasRule(content) && <IconClock size={16} role="img" aria-label={t('outline.opensByRule')} />}
        {content.is_locked && <IconLock size={16} role="img" aria-label={t('locked')} />}
      </button>
      <ContentMenu {...props} />
    </li>
  )
})

import { useDroppable } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AddContent } from './add-content.tsx'
import { ContentRow } from './content-row.tsx'
import { DragHandle, useOutlineItem } from './outline-item.tsx'
import { LessonMenu } from './lesson-menu.tsx'
import { LessonTitle } from './lesson-title.tsx'
import type { Lesson } from './outline-model.ts'
import { useFileDrop } from './use-file-drop.ts'
import type { AddFiles } from './use-upload-files.ts'
import type { OutlineEditing } from './use-outline.ts'
import classes from './outline-tree.module.css'

interface Props {
  lesson: Lesson
  lessons: Lesson[]
  index: number
  editing: OutlineEditing
  topic: string | null
  onOpen: (content_id: string) => void
  onFiles: AddFiles
  enableTiering: boolean
}

/** A lesson with its contents; it can be collapsed. */
export function LessonBlock({
  lesson,
  lessons,
  index,
  editing,
  topic,
  onOpen,
  onFiles,
  enableTiering,
}: Props) {
  const { t } = useTranslation('courses')
  const [open, setOpen] = useState(true)
  const [renaming, setRenaming] = useState(false)
  const { setNode, style, isDragging, grip } = useOutlineItem(lesson.id, 'lesson')
  const listId = useId()
  const drop = useFileDrop((files) => onFiles(files, lesson.id))
  return (
    <li
      ref={setNode}
      style={style}
      className={classes.lesson}
      data-dragging={isDragging || undefined}
      data-over={drop.isOver || undefined}
      {...drop.handlers}
    >
      <div className={classes.lessonHead}>
        <DragHandle {...grip} label={t('outline.moveLesson', { name: lesson.title })} />
        {renaming ? (
          <LessonTitle lesson={lesson} editing={editing} onDone={() => setRenaming(false)} />
        ) : (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={18} aria-hidden className={classes.chevron ?? ''} data-open={open} />
            <span>{lesson.title}</span>
            {enableTiering && lesson.lowest_tier && (
              <small>{t('outline.fromTier', { tier: lesson.lowest_tier })}</small>
            )}
          </button>
        )}
        <LessonMenu
          lesson={lesson}
          index={index}
          count={lessons.length}
          editing={editing}
          onRename={() => setRenaming(true)}
          enableTiering={enableTiering}
        />
      </div>
      <div id={listId} hidden={!open}>
        {open && <Contents {...{ lesson, lessons, editing, topic, onOpen, onFiles }} />}
      </div>
    </li>
  )
}

type ContentsProps = Pick<Props, 'lesson' | 'lessons' | 'editing' | 'topic' | 'onOpen' | 'onFiles'>

const Contents = memo(function Contents(props: ContentsProps) {
  const { lesson, lessons, editing, topic, onOpen, onFiles } = props
  const { t } = useTranslation('courses')
  const { setNodeRef, isOver } = useDroppable({
    id: `into:${lesson.id}`,
    disabled: lesson.contents.length > 0,
  })
  return (
    <>
      <SortableContext
        items={lesson.contents.map((content) => content.id)}
        strategy={verticalListSortingStrategy}
      >
        <ol className={classes.contents} ref={setNodeRef} data-over={isOver || undefined}>
          {lesson.contents.map((content, index) => (
            <ContentRow
              key={content.id}
              content={content}
              lesson={lesson}
              lessons={lessons}
              index={index}
              editing={editing}
              isOpen={content.id === topic}
              onOpen={onOpen}
            />
          ))}
          {lesson.contents.length === 0 && <li className={classes.empty}>{t('outline.emptyLesson')}</li>}
        </ol>
      </SortableContext>
      <AddContent lesson={lesson} editing={editing} onOpen={onOpen} onFiles={onFiles} />
    </>
  )
})

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragOverEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useId, useState } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { LessonBlock } from './lesson-block.tsx'
import { findLessonOfContent, moveContent, type Lesson } from './outline-model.ts'
import type { AddFiles } from './use-upload-files.ts'
import type { OutlineEditing } from './use-outline.ts'
import classes from './outline-tree.module.css'

interface Props {
  lessons: Lesson[]
  editing: OutlineEditing
  /** The open content. */
  topic: string | null
  onOpen: (content_id: string) => void
  onFiles: AddFiles
  enableTiering: boolean
}

/** Lessons and contents in order: by drag, by keyboard (space, arrows, space), or by each row's menu. */
export function OutlineTree({ lessons, editing, topic, onOpen, onFiles, enableTiering }: Props) {
  const { t } = useTranslation('courses')
  const id = useId()
  const { shown, handlers } = useDragging(lessons, editing)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const words = useWords(shown)
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        screenReaderInstructions: { draggable: t('outline.dragHelp') },
        announcements: {
          onDragStart: ({ active }) => words('lifted', active.id),
          onDragOver: ({ active, over }) => words('over', active.id, over?.id),
          onDragEnd: ({ active, over }) => words('dropped', active.id, over?.id),
          onDragCancel: ({ active }) => words('cancelled', active.id),
        },
      }}
      {...handlers}
    >
      <SortableContext items={shown.map((lesson) => lesson.id)} strategy={verticalListSortingStrategy}>
        <ol className={classes.lessons} aria-label={t('outline.label')}>
          {shown.map((lesson, index) => (
            <LessonBlock
              key={lesson.id}
              lesson={lesson}
              lessons={shown}
              index={index}
              editing={editing}
              topic={topic}
              onOpen={onOpen}
              onFiles={onFiles}
              enableTiering={enableTiering}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** Drop position of a dragged content; an empty lesson is a target too. */
function dropPosition(lessons: Lesson[], over: UniqueIdentifier) {
  const id = String(over)
  const into = lessons.find((lesson) => `into:${lesson.id}` === id)
  if (into) return { lesson_id: into.id, at: into.contents.length }
  const lesson = findLessonOfContent(lessons, id)
  return lesson && { lesson_id: lesson.id, at: lesson.contents.findIndex((content) => content.id === id) }
}

function useDragging(lessons: Lesson[], editing: OutlineEditing) {
  // A content dragged over another lesson is shown in that lesson.
  const [draft, setDraft] = useState<Lesson[] | null>(null)
  const shown = draft ?? lessons
  const isLesson = (id: UniqueIdentifier) => lessons.some((lesson) => lesson.id === id)

  const onDragOver = ({ active, over }: DragOverEvent) => {
    if (!over || isLesson(active.id)) return
    const position = dropPosition(shown, over.id)
    const from = findLessonOfContent(shown, String(active.id))
    if (!position || !from || from.id === position.lesson_id) return
    setDraft(moveContent(shown, String(active.id), position))
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDraft(null)
    if (!over) return
    const id = String(active.id)
    if (isLesson(id)) {
      const to = lessons.findIndex((lesson) => lesson.id === over.id)
      if (to !== -1 && lessons[to]?.id !== id) void editing.moveLesson(id, to)
      return
    }
    const from = findLessonOfContent(lessons, id)
    const position = over.id === id ? dropPosition(shown, id) : dropPosition(shown, over.id)
    if (!position || !from) return
    const at = from.contents.findIndex((content) => content.id === id)
    if (from.id !== position.lesson_id || at !== position.at) void editing.moveContent(id, position)
  }
  return { shown, handlers: { onDragOver, onDragEnd, onDragCancel: () => setDraft(null) } }
}

/** Screen reader announcements during a drag. */
function useWords(lessons: Lesson[]) {
  const { t } = useTranslation('courses')
  return (
    key: 'lifted' | 'over' | 'dropped' | 'cancelled',
    carried: UniqueIdentifier,
    over?: UniqueIdentifier,
  ) => {
    const id = String(carried)
    const lesson = lessons.find((one) => one.id === id)
    const home = findLessonOfContent(lessons, id)
    const list = lesson ? lessons : (home?.contents ?? [])
    const name = lesson?.title ?? home?.contents.find((content) => content.id === id)?.title ?? ''
    // The list changes only when the item is dropped.
    const under = list.findIndex((item) => item.id === over)
    const position = (under === -1 ? list.findIndex((item) => item.id === id) : under) + 1
    return t(`outline.drag.${key}`, { name, position, count: list.length, lesson: home?.title ?? '' })
  }
}

import { useEffect, useRef, useState } from 'react'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Lesson } from './outline-model.ts'
import type { OutlineEditing } from './use-outline.ts'
import classes from './outline-tree.module.css'

interface Props {
  lesson: Lesson
  editing: OutlineEditing
  onDone: () => void
}

/** Input of a lesson's title: Enter and blur save, Escape cancels. */
export function LessonTitle({ lesson, editing, onDone }: Props) {
  const { t } = useTranslation('courses')
  const [title, setTitle] = useState(lesson.title)
  const left = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const finish = (keep: boolean) => {
    if (left.current) return
    left.current = true
    const next = title.trim()
    if (keep && next && next !== lesson.title) void editing.saveLesson(lesson.id, { title: next })
    onDone()
  }
  return (
    <TextField
      label={null}
      className={classes.renaming ?? ''}
      aria-label={t('outline.lessonName')}
      value={title}
      maxLength={200}
      ref={input}
      onChange={setTitle}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(true)
        if (event.key === 'Escape') finish(false)
      }}
    />
  )
}

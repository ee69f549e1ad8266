import { parsed, shown, slot, write } from './early-slots.ts'

/** The part of a course's contents that this script reads. */
export interface EarlyContents {
  access: string
  course: { layout_type: string; compact_layout_content_background: string }
  lessons: { title: string; contents: { id: string }[] }[]
  topic: { id: string; type: string; title: string; body: string; lock_reason: string | null } | null
}

/**
 * Renders title and text of the open content where the app will render the same; resolves after they are painted.
 * The server sanitises the text, and the content security policy blocks scripts in it. Videos, files and locks
 * are left to the app.
 */
export async function renderLesson({ access, course, lessons, topic }: EarlyContents) {
  await parsed()
  const player = slot('player')
  if (!player || !topic || access === 'titles') return
  if (location.search.includes('creator_preview=true')) return
  const lesson = lessons.find(({ contents }) => contents.some(({ id }) => id === topic.id))
  write('title', topic.title)
  write('lesson', lesson?.title ?? '')
  player.dataset.layout = course.layout_type
  const stage = slot('stage')
  if (stage && course.layout_type === 'compact')
    stage.style.backgroundColor = course.compact_layout_content_background
  const body = slot('body')
  const isText = topic.type === 'text' && topic.lock_reason === null && topic.body !== ''
  if (body && isText) body.innerHTML = topic.body
  document.documentElement.dataset.earlyLesson = isText
    ? 'text'
    : topic.lock_reason === null
      ? topic.type
      : 'title'
  await shown()
}

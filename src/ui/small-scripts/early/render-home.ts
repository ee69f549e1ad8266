import { formatPlaybackTime } from '#lib/dates/format-playback-time.ts'
import { imageSources } from '#lib/responsive-images/responsive-images.ts'
import { parsed, shown, slot, write } from './early-slots.ts'

/** The part of a course of the student that this script reads. */
export interface EarlyCourse {
  course_id: string
  course_name: string
  image_url: string | null
  no_access_reason: string | null
  completed_at: string | null
  progress: { total: number; percentage: number }
  continue_at: { topic_id: string; title: string; type: string; position_seconds: number } | null
}

/** Fills the card of the course to continue where the app will render the same; resolves after it is painted. */
export async function renderHome(course: EarlyCourse) {
  await parsed()
  const card = slot('continue')
  if (!card) return
  const { continue_at } = course
  card.dataset.start = continue_at ? 'resume' : 'begin'
  write('course', course.course_name)
  write('topic', continue_at ? resumeText(continue_at) : '')
  slot('open')?.setAttribute(
    'href',
    `/learn/${course.course_id}${continue_at ? `?topic=${continue_at.topic_id}` : ''}`,
  )
  showShare(Math.min(99, Math.round(course.progress.percentage)))
  if (course.image_url) slot('cover')?.append(picture(course.image_url))
  document.documentElement.dataset.earlyHome = ''
  await shown()
}

/** The lesson; in a recording with the time, by the text that the server rendered. */
function resumeText({ title, type, position_seconds }: NonNullable<EarlyCourse['continue_at']>) {
  const isPlayable = type === 'video' || type === 'audio'
  if (!isPlayable || position_seconds === 0) return title
  const text = slot('topic')?.dataset.text ?? '{title}'
  return text.replace('{title}', () => title).replace('{at}', () => formatPlaybackTime(position_seconds))
}

function showShare(percent: number) {
  slot('share')?.style.setProperty('--progress-section-width', `${percent}%`)
  const { lang } = document.documentElement
  write('percent', new Intl.NumberFormat(lang, { style: 'percent' }).format(percent / 100))
}

function picture(address: string) {
  const element = document.createElement('picture')
  for (const { type, srcSet } of imageSources(address))
    element.append(Object.assign(document.createElement('source'), { type, srcset: srcSet, sizes: '13rem' }))
  element.append(Object.assign(new Image(640, 360), { src: address, alt: '' }))
  return element
}

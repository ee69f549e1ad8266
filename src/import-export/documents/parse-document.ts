import { maxErrors } from '#platform/contract/validation-errors.ts'
import { withoutAdditionalProperties, createValidator } from '#platform/contract/validation.ts'
import {
  CourseDocument,
  documentContents,
  documentFormat,
  maxContents,
  imageFields,
  documentVersion,
} from './course-document.ts'

/** Error of a document with its position, a JSON pointer. */
export interface DocumentError {
  path: string
  code: string
  message: string
}

export type ReadDocument =
  | { document: CourseDocument; errors: null }
  | { document: null; errors: DocumentError[] }

/** Maximum number of listed errors; the validator stops there too. */
const maxListed = maxErrors
/** Last entry of an incomplete list; `message` is the number of further errors, or empty if unknown. */
export const moreErrors = 'more_errors'

const more = (count: number | null): DocumentError => ({
  path: '/',
  code: moreErrors,
  message: count === null ? '' : String(count),
})

const validate = createValidator(withoutAdditionalProperties(CourseDocument), true)

/** Validates parsed JSON and fills in defaults; returns a document or its errors. */
export function parseDocument(value: unknown): ReadDocument {
  const strange = strangeFormat(value)
  if (strange) return { document: null, errors: [strange] }
  const invalid = validate(value)
  if (invalid) {
    const errors = invalid.map(({ instancePath, keyword, message, params }) => ({
      path: pointerOf(instancePath, params),
      code: keyword,
      message: message ?? 'is not valid',
    }))
    return { document: null, errors: errors.length < maxListed ? errors : [...errors, more(null)] }
  }
  const document = value as CourseDocument
  const errors = referenceErrors(document)
  if (errors.length === 0) return { document, errors: null }
  const rest = errors.length - maxListed
  return { document: null, errors: rest > 0 ? [...errors.slice(0, maxListed), more(rest)] : errors }
}

/** Reported alone: a file of another format has errors in every field. */
function strangeFormat(value: unknown): DocumentError | null {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  if (given.format !== documentFormat)
    return { path: '/format', code: 'not_a_course', message: `must be "${documentFormat}"` }
  if (given.version !== documentVersion)
    return { path: '/version', code: 'version_unknown', message: `must be ${documentVersion}` }
  return null
}

/** Pointer to the field itself, also if it is missing or unexpected. */
function pointerOf(path: string, params: Record<string, unknown>) {
  const field = params.missingProperty ?? params.additionalProperty
  return typeof field === 'string' ? `${path}/${field}` : path || '/'
}

/** Local names must be unique, and references must exist. */
function referenceErrors(document: CourseDocument) {
  const tooMany = {
    path: '/lessons',
    code: 'too_many',
    message: `must not hold more than ${maxContents} contents`,
  }
  return [
    ...duplicateIdErrors(document),
    ...(documentContents(document).length > maxContents ? [tooMany] : []),
    ...missingTargetErrors(document),
    ...waitingErrors(document),
    ...ruleErrors(document),
  ]
}

/** Returns a function that adds an error for each repeated name. */
function createDuplicateCheck(errors: DocumentError[]) {
  const seen = new Set<string>()
  return (name: string, path: string) => {
    if (seen.has(name)) errors.push({ path, code: 'duplicate_id', message: 'is given twice' })
    seen.add(name)
  }
}

function duplicateIdErrors(document: CourseDocument) {
  const errors: DocumentError[] = []
  const checkMedia = createDuplicateCheck(errors)
  const checkLesson = createDuplicateCheck(errors)
  const checkContent = createDuplicateCheck(errors)
  document.media.forEach(({ id }, at) => checkMedia(id, `/media/${at}/id`))
  document.lessons.forEach((lesson, at) => {
    checkLesson(lesson.id, `/lessons/${at}/id`)
    lesson.contents.forEach(({ id }, position) => checkContent(id, `/lessons/${at}/contents/${position}/id`))
  })
  return errors
}

function missingTargetErrors(document: CourseDocument) {
  const errors: DocumentError[] = []
  const contents = new Set(documentContents(document).map(({ id }) => id))
  const purposes = new Map<string, string>(document.media.map(({ id, purpose }) => [id, purpose]))
  const checkMedia = (id: string | null, purpose: string, path: string) => {
    if (id !== null && purposes.get(id) !== purpose)
      errors.push({ path, code: 'media_unknown', message: `names no ${purpose}` })
  }
  const checkContent = (id: string | null, path: string) => {
    if (id !== null && !contents.has(id))
      errors.push({ path, code: 'content_unknown', message: 'names no content' })
  }
  checkMedia(document.course.ads_video_file, 'course_ads_video', '/course/ads_video_file')
  for (const field of imageFields) checkMedia(document.course[field], 'course_image', `/course/${field}`)
  checkContent(document.course.end_of_course_content, '/course/end_of_course_content')
  document.lessons.forEach((lesson, at) =>
    lesson.contents.forEach((content, position) => {
      const path = `/lessons/${at}/contents/${position}`
      checkMedia(content.media, `course_${content.type}`, `${path}/media`)
      checkMedia(content.draft?.media ?? null, `course_${content.type}`, `${path}/draft/media`)
      const checkLanguage = createDuplicateCheck(errors)
      content.captions.forEach((caption, number) => {
        checkMedia(caption.media, 'course_caption', `${path}/captions/${number}/media`)
        checkLanguage(caption.language, `${path}/captions/${number}/language`)
      })
      checkContent(content.opens_after_content, `${path}/opens_after_content`)
    }),
  )
  return errors
}

/** Contents with circular prerequisites would never open. */
function waitingErrors(document: CourseDocument) {
  const waitsFor = new Map(
    documentContents(document).map((content) => [content.id, content.opens_after_content]),
  )
  const opens = new Set<string>()
  const errors: DocumentError[] = []
  document.lessons.forEach((lesson, at) =>
    lesson.contents.forEach((content, position) => {
      const way = new Set<string>()
      let next: string | null = content.id
      while (next !== null && !opens.has(next) && !way.has(next)) {
        way.add(next)
        next = waitsFor.get(next) ?? null
      }
      if (next === null || opens.has(next)) for (const id of way) opens.add(id)
      else {
        const path = `/lessons/${at}/contents/${position}/opens_after_content`
        errors.push({ path, code: 'waits_for_itself', message: 'waits, in a circle, for the content itself' })
      }
    }),
  )
  return errors
}

/** Contradictory fields, refused like in the settings of a course. */
function ruleErrors({ course }: CourseDocument) {
  const errors: DocumentError[] = []
  const addError = (field: string, code: string, message: string) =>
    errors.push({ path: `/course/${field}`, code, message })
  const { course_start_date: start, course_end_date: end } = course
  if (start && end && new Date(end) <= new Date(start))
    addError('course_end_date', 'dates_out_of_order', 'must be after course_start_date')
  if (course.enable_tiering && course.tiering_maximum === 0)
    addError('tiering_maximum', 'tiers_missing', 'must say how many tiers there are')
  if (course.tiering_prices.length !== course.tiering_maximum)
    addError('tiering_prices', 'one_price_per_tier', 'must hold one price for each tier')
  return errors
}

import type { Ctx } from '#tenancy/context/request-context.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import { parseEmbed } from '#lib/embeds/index.ts'
import { getUsableUpload } from '#uploads/index.ts'
import type { CourseInput } from './course-columns-from.ts'
import { mayEditCourse } from '../policy.ts'

/** References of the stored course; null for a new one. */
export interface CurrentReferences {
  id: string
  category_id: string | null
  course_teacher_id: string | null
  mirror_course_id: string | null
  end_of_course_content_id: string | null
  background_image: string | null
  banner_image: string | null
  preview_image: string | null
  tutor_img: string | null
  find_school_preview_image: string | null
  similar_courses: string[]
}

const images = [
  'background_image',
  'banner_image',
  'preview_image',
  'tutor_img',
  'find_school_preview_image',
] as const

/** Refuses new references that do not exist or that the actor may not use. */
export async function validateReferences(ctx: Ctx, given: CourseInput, current: CurrentReferences | null) {
  const renamed = <K extends keyof CurrentReferences & keyof CourseInput>(name: K): CourseInput[K] | null => {
    const value = given[name]
    return value && value !== current?.[name] ? value : null
  }
  for (const image of images) {
    const upload_id = renamed(image)
    if (upload_id) await getUsableUpload(ctx, upload_id, { purpose: 'course_image', field: image })
  }
  const category_id = renamed('category_id')
  if (category_id) await ensureCategory(ctx, category_id)
  const teacher_id = renamed('course_teacher_id')
  if (teacher_id) await ensureTeacher(ctx, teacher_id)
  // A content of the course must be in its lessons as they are after this change.
  const origin_id = given.mirror_course_id === undefined ? current?.mirror_course_id : given.mirror_course_id
  const mirror_course_id = renamed('mirror_course_id')
  if (mirror_course_id && current) await ensureMirror(ctx, mirror_course_id, current)
  const content_id = renamed('end_of_course_content_id')
  if (content_id) await ensureContent(ctx, content_id, origin_id ?? current?.id ?? null)
  if (given.similar_courses?.length) await ensureCourses(ctx, given.similar_courses, current)
}

async function ensureCategory({ tx, school_id }: Ctx, id: string) {
  const category = await tx
    .selectFrom('categories')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  if (!category) refuseInvalidField('category_id', 'category_unknown', 'Category not found.')
}

/** Any staff may be named; a teacher may only name himself or herself. */
async function ensureTeacher({ tx, school_id, actor }: Ctx, id: string) {
  if (!isAdmin(actor) && id !== actor.id)
    refuseInvalidField('course_teacher_id', 'teacher_not_assignable', 'Only an admin can change the teacher.')
  const teacher = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('role', 'in', ['teacher', 'admin', 'account_user'])
    .where('status', '=', 'active')
    .select('id')
    .executeTakeFirst()
  if (!teacher)
    refuseInvalidField('course_teacher_id', 'not_a_teacher', 'This person is not a teacher at this school.')
}

/** Both courses are locked, so that two that mirror each other cannot both succeed. */
async function ensureMirror({ tx, school_id, actor }: Ctx, origin_id: string, current: CurrentReferences) {
  const origin = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', origin_id)
    .where('deleted_at', 'is', null)
    .select(['mirror_course_id', 'course_teacher_id', 'created_by'])
    .executeTakeFirst()
  // Mirroring needs permission to edit the origin.
  if (!origin || !mayEditCourse(actor, origin).allowed)
    return refuseInvalidField('mirror_course_id', 'course_unknown', 'Course not found among your courses.')
  if (origin.mirror_course_id !== null || (await isMirrored(tx, school_id, current.id)))
    refuseInvalidField('mirror_course_id', 'mirror_of_mirror', 'A mirror cannot have a mirror.')
}

/** Whether other courses mirror this course. */
export async function isMirrored(tx: Ctx['tx'], school_id: string, course_id: string) {
  const mirror = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('mirror_course_id', '=', course_id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return mirror !== undefined
}

async function ensureContent({ tx, school_id }: Ctx, id: string, course_id: string | null) {
  const content = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('course_id', '=', course_id)
    .select('id')
    .executeTakeFirst()
  if (!content)
    refuseInvalidField('end_of_course_content_id', 'content_unknown', 'Lesson not found in this course.')
}

async function ensureCourses({ tx, school_id }: Ctx, ids: string[], current: CurrentReferences | null) {
  const rows = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  // A deleted course may stay in the list; it is not shown.
  const validIds = new Set([...rows.map((row) => row.id), ...(current?.similar_courses ?? [])])
  if (ids.some((id) => !validIds.has(id) || id === current?.id))
    refuseInvalidField('similar_courses', 'course_unknown', 'One of these courses does not exist.')
}

/** Returns the embed address of a Calendly page with https; empty for none. */
export function normalizeCalendlyLink(link: string) {
  if (link.trim() === '') return ''
  const embed = parseEmbed(link)
  if (embed?.provider === 'Calendly' && link.trim().startsWith('https:')) return embed.url
  return refuseInvalidField(
    'course_calendly_link',
    'not_calendly',
    'Enter a link that starts with https://calendly.com/.',
  )
}

import type { Insertable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Courses } from '#platform/database/database-types.ts'
import { allow, ensureAllowed, ensureFound, refuse } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { validateReferences } from './ensure-references.ts'
import type * as contract from '../contract.ts'
import { generateCourseCode } from './generate-course-code.ts'
import { courseColumnsFrom } from './course-columns-from.ts'
import { publishCourseEvent } from './publish-course-event.ts'
import { courseEditorView } from './course-editor-view.ts'
import { courseSearchVector } from '../catalogue/course-search-vector.ts'

/** Creates an empty course; `import-export` creates those from templates and handles the route. */
export async function createCourse(
  ctx: Ctx,
  { school_id: _named, school_no, ...given }: Input<typeof contract.createCourse>,
) {
  await ensureSchoolNo(ctx, school_no)
  await validateReferences(ctx, given, null)
  const { actor } = ctx
  const course_teacher_id = given.course_teacher_id ?? (actor.role === 'teacher' ? actor.id : null)
  const id = newId()
  await insertCourse(ctx, id, {
    ...courseColumnsFrom(given),
    course_name: given.course_name.trim(),
    course_teacher_id,
  })
  await ctx.audit('course.created', ['course', id], { course_name: given.course_name })
  if (given.course_isPublic) ctx.invalidateSchool()
  return courseEditorView(ctx, id)
}

/** Integrations also send the school's number: it must match. */
export async function ensureSchoolNo({ tx, school_id }: Ctx, school_no: string | undefined) {
  if (school_no === undefined) return
  const school = ensureFound(
    await tx.selectFrom('schools').where('school_id', '=', school_id).select('school_no').executeTakeFirst(),
  )
  ensureAllowed(school.school_no === school_no ? allow : refuse('not_found'))
}

export type NewCourse = Omit<Insertable<Courses>, 'school_id' | 'id' | 'course_code' | 'created_by'>

/** Inserts a row with a random course code, and retries if the code is taken. */
export async function insertCourse(ctx: Ctx, id: string, course: NewCourse): Promise<void> {
  const { tx, school_id, actor, now } = ctx
  for (;;) {
    const course_code = generateCourseCode(course.course_name)
    const row = await tx
      .insertInto('courses')
      .values({
        ...course,
        school_id,
        id,
        course_code,
        search: courseSearchVector({ ...textsOf(course), course_code }),
        created_by: actor.id,
        updated_by: actor.id,
        created_at: now,
        updated_at: now,
      })
      .onConflict((oc) => oc.columns(['school_id', 'course_code']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) break
  }
  const { course_name, course_is_public = false } = course
  await publishCourseEvent(ctx, { id, course_name, course_is_public }, { what: 'created', wasPublic: false })
}

const textsOf = ({
  course_name,
  short_description = '',
  course_description = '',
  course_department = '',
  course_unit = '',
}: NewCourse) => ({ course_name, short_description, course_description, course_department, course_unit })

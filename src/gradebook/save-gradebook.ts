import { sql } from 'kysely'
import { findCourseAssessments } from '#assessments/index.ts'
import { getCourseRules } from '#learning/index.ts'
import { mayEditCourse } from '#courses/index.ts'
import { scaleIssue } from '#lib/grades/index.ts'
import { ensureAllowed, refuseInvalidField, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { recomputeTotalsJob } from './job-handles.ts'
import { loadGradebook } from './queries.ts'

type Given = Input<typeof contract.saveGradebook>

/** Saves the whole setup. What is left out is deleted, unless students have grades for it. */
export async function saveGradebook(ctx: Ctx, given: Given): Promise<Reply<typeof contract.saveGradebook>> {
  ensureAllowed(mayEditCourse(ctx.actor, await getCourseRules(ctx, given.course_id)))
  ensureConsistent(given)
  await ensureAssessments(ctx, given)
  await saveHeader(ctx, given)
  await deleteMissingItems(ctx, given)
  await saveCategories(ctx, given)
  await saveItems(ctx, given)
  await deleteMissingCategories(ctx, given)
  await ctx.audit('gradebook.updated', ['course', given.course_id], { is_released: given.is_released })
  await ctx.enqueue(recomputeTotalsJob, { course_id: given.course_id })
  return loadGradebook(ctx, given.course_id)
}

function ensureConsistent({ categories, items, scale }: Given) {
  const ids = new Set(categories.map(({ id }) => id))
  if (ids.size < categories.length)
    refuseInvalidField('categories', 'duplicate', 'Each category needs an id of its own.')
  if (new Set(items.map(({ id }) => id)).size < items.length)
    refuseInvalidField('items', 'duplicate', 'Each item needs an id of its own.')
  if (items.some(({ category_id }) => !ids.has(category_id)))
    refuseInvalidField('items', 'category_unknown', 'Each item needs a category of this gradebook.')
  if (scale.length > 0 && scaleIssue(scale))
    refuseInvalidField('scale', 'scale_invalid', 'A scale starts at 0 and has no limit or label twice.')
}

/** Results come from assessments of the course, each for one item. */
async function ensureAssessments(ctx: Ctx, { course_id, items }: Given) {
  const used = items.flatMap(({ assessment_id }, index) => (assessment_id ? [{ assessment_id, index }] : []))
  const existing = await findCourseAssessments(
    ctx,
    course_id,
    used.map(({ assessment_id }) => assessment_id),
  )
  const stored = await loadGradebook(ctx, course_id)
  const seen = new Set<string>()
  for (const { assessment_id, index } of used) {
    const path = `items.${index}.assessment_id`
    if (seen.has(assessment_id)) refuseInvalidField(path, 'duplicate', 'Another item has this assessment.')
    seen.add(assessment_id)
    // One that was deleted since stays with its grades.
    const isStored = stored.items.some((item) => item.assessment_id === assessment_id)
    if (!existing.has(assessment_id) && !isStored)
      refuseInvalidField(path, 'not_a_choice', 'The assessment is not of this course.')
  }
}

/** Locks the gradebook until commit, and refuses what was read before a later change. */
async function saveHeader({ tx, school_id, now }: Ctx, { course_id, version, is_released, scale }: Given) {
  await tx
    .insertInto('gradebooks')
    .values({ school_id, course_id, version: 0, updated_at: now })
    .onConflict((on) => on.columns(['school_id', 'course_id']).doNothing())
    .execute()
  const saved = await tx
    .updateTable('gradebooks')
    .set({ version: version + 1, is_released, scale: JSON.stringify(scale), updated_at: now })
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!saved) throw new Refusal('edit_conflict')
}

async function deleteMissingItems({ tx, school_id }: Ctx, { course_id, items }: Given) {
  const ids = items.map(({ id }) => id)
  const graded = await tx
    .selectFrom('grade_history')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where(sql<boolean>`item_id <> all(${ids}::uuid[])`)
    .select('item_id')
    .limit(1)
    .executeTakeFirst()
  if (graded) throw new Refusal('grade_item_in_use')
  await tx
    .deleteFrom('grade_items')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where(sql<boolean>`id <> all(${ids}::uuid[])`)
    .execute()
}

async function saveCategories({ tx, school_id }: Ctx, { course_id, categories }: Given) {
  if (categories.length === 0) return
  await tx
    .insertInto('grade_categories')
    .values(
      categories.map(({ id, name, weight, method, drop_lowest }, position) => {
        return { school_id, course_id, id, position, name: name.trim(), weight, method, drop_lowest }
      }),
    )
    .onConflict((on) =>
      on.columns(['school_id', 'course_id', 'id']).doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        name: ref('excluded.name'),
        weight: ref('excluded.weight'),
        method: ref('excluded.method'),
        drop_lowest: ref('excluded.drop_lowest'),
      })),
    )
    .execute()
}

async function saveItems({ tx, school_id }: Ctx, { course_id, items }: Given) {
  if (items.length === 0) return
  await tx
    .insertInto('grade_items')
    .values(
      items.map(({ name, ...item }, position) => {
        return { school_id, course_id, position, name: name.trim(), ...item }
      }),
    )
    .onConflict((on) =>
      on.columns(['school_id', 'course_id', 'id']).doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        name: ref('excluded.name'),
        category_id: ref('excluded.category_id'),
        max_points: ref('excluded.max_points'),
        weight: ref('excluded.weight'),
        is_extra_credit: ref('excluded.is_extra_credit'),
        due_at: ref('excluded.due_at'),
        assessment_id: ref('excluded.assessment_id'),
      })),
    )
    .execute()
}

async function deleteMissingCategories({ tx, school_id }: Ctx, { course_id, categories }: Given) {
  await tx
    .deleteFrom('grade_categories')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where(sql<boolean>`id <> all(${categories.map(({ id }) => id)}::uuid[])`)
    .execute()
}

import type { Selectable } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Contents } from '#platform/database/database-types.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { contentColumns } from './content-columns.ts'
import { ensureContentRules } from './ensure-content-rules.ts'
import { contentEditorView } from '../publishing/content-view.ts'
import type * as contract from '../contract.ts'
import { courseContentsChanged } from '../events.ts'
import { insertAt } from '../outline/list-order.ts'
import { listContentIds, lockOutlineOf, updateContentPositions } from '../outline/outline-queries.ts'
import { incrementOutlineVersion } from '../outline/outline-version.ts'
import { ensurePublishable } from '../publishing/ensure-publishable.ts'
import { publishedColumns } from '../publishing/publish-content.ts'
import { recordTextFiles } from '../text-files/text-files.ts'

/** Maximum number of contents, so that an outline fits one page. */
export const maxContents = 2_000

export async function createContent(ctx: Ctx, input: Input<typeof contract.createContent>) {
  const { lesson_id, type, position, ...given } = input
  const course = await lockOutlineOf(ctx, 'lessons', lesson_id)
  if ((await countContents(ctx, course.id)) >= maxContents) throw new Refusal('outline_limit_reached')
  const columns = {
    title: given.title,
    embed_url: '',
    upload_id: null,
    ...(await contentColumns(ctx, given, { type })),
  }
  const id = newId()
  if (given.is_published) await ensurePublishable(ctx, { id, type, ...columns })
  await ensureContentRules(ctx, { id: null, course_id: course.id, type }, given)

  if (columns.body !== undefined)
    [columns.body] = await recordTextFiles(ctx, [{ content_id: id, body: columns.body }])
  const after = insertAt(await listContentIds(ctx, lesson_id), [id], position)
  const created = await ctx.tx
    .insertInto('contents')
    .values({
      ...columns,
      school_id: ctx.school_id,
      id,
      course_id: course.id,
      lesson_id,
      type,
      position: after.indexOf(id),
      updated_by: ctx.actor.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await updateContentPositions(ctx, lesson_id, after)
  const content = given.is_published ? await publish(ctx, created) : created
  await incrementOutlineVersion(ctx, course.id)
  if (content.is_published) await ctx.emit(courseContentsChanged, { course_id: course.id })
  await ctx.audit('content.created', ['content', id], { course_id: course.id, type, title: content.title })
  if (course.course_is_public && content.is_published) ctx.invalidateSchool()
  return contentEditorView(ctx, content)
}

async function publish(ctx: Ctx, content: Selectable<Contents>) {
  const { tx, school_id } = ctx
  return tx
    .updateTable('contents')
    .set(await publishedColumns(ctx, content))
    .where('school_id', '=', school_id)
    .where('id', '=', content.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function countContents({ tx, school_id }: Ctx, course_id: string) {
  const { n } = await tx
    .selectFrom('contents')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

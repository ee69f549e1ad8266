import { sql, type Selectable } from 'kysely'
import { mediaUrl } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { CourseExports } from '#platform/database/database-types.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { exportCourseJob } from '../job-handles.ts'
import { mayViewTransfer } from '../policy.ts'
import { findCourseForCopying } from '../queries.ts'

/** Requests an archive. A request during an export returns that export. */
export async function exportCourse(ctx: Ctx, { id }: Input<typeof contract.exportCourse>) {
  const course = await findCourseForCopying(ctx, id)
  const { tx, school_id, actor, now } = ctx
  await giveUpLost(ctx, course.id)
  const export_id = newId()
  const transfer = await tx
    .insertInto('course_exports')
    .values({ school_id, id: export_id, course_id: course.id, created_by: actor.id, created_at: now })
    // The partial index covers running exports; a finished one does not block a new one.
    .onConflict((oc) =>
      oc
        .columns(['school_id', 'course_id', 'created_by'])
        // A literal, because a prepared plan matches the partial index by constants only.
        .where('state', 'in', [sql.lit('waiting'), sql.lit('running')])
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (transfer) {
    await ctx.enqueue(exportCourseJob, { export_id }, { job_key: `export-course/${export_id}` })
    await ctx.audit('course.exported', ['course', course.id], { export_id })
  }
  return exportView(ctx, transfer ?? ensureFound(await newestExport(ctx, course.id)))
}

/** Longer than the queue retries a job: an older running export was lost with its worker. */
const lostAfter = 6 * 3600 * 1000

const giveUpLost = ({ tx, school_id, actor, now }: Ctx, course_id: string) =>
  tx
    .updateTable('course_exports')
    .set({ state: 'failed', failure: 'internal_error', finished_at: now })
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('created_by', '=', actor.id)
    .where('state', 'in', ['waiting', 'running'])
    .where('created_at', '<', new Date(now.getTime() - lostAfter))
    .execute()

export async function getExport(ctx: Ctx, { id }: Input<typeof contract.getExport>) {
  const row = ensureFound(
    await ctx.tx
      .selectFrom('course_exports')
      .where('school_id', '=', ctx.school_id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),
  )
  ensureAllowed(mayViewTransfer(ctx.actor, row))
  return exportView(ctx, row)
}

export async function getLatestExport(ctx: Ctx, { id }: Input<typeof contract.getLatestExport>) {
  await findCourseForCopying(ctx, id)
  const row = await newestExport(ctx, id)
  return { export: row ? await exportView(ctx, row) : null }
}

const newestExport = ({ tx, school_id, actor }: Ctx, course_id: string) =>
  tx
    .selectFrom('course_exports')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('created_by', '=', actor.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .limit(1)
    .executeTakeFirst()

async function exportView(
  ctx: Ctx,
  { state, upload_id, ...row }: Selectable<CourseExports>,
): Promise<Reply<typeof contract.getExport>> {
  const file = state === 'done' && upload_id ? await fileOf(ctx, upload_id) : undefined
  const file_name = file?.file_name ?? null
  return {
    ...row,
    state: state as 'done',
    url: file ? mediaUrl(ctx, file.id, { user_id: ctx.actor.id, file_name: file.file_name }) : null,
    file_name,
    size: file?.size ?? null,
  }
}

const fileOf = ({ tx, school_id }: Ctx, id: string) =>
  tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .select(['id', 'file_name', 'size'])
    .executeTakeFirst()

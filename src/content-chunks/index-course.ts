import { sql } from 'kysely'
import type { Cue } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { chunksOfCues, chunksOfText, type ContentChunk } from './split-content.ts'
import { indexCourseJob } from './job-handles.ts'

/** Contents per step: long texts take some milliseconds each, and the transaction must stay short. */
const atOnce = 50

/**
 * Splits contents that changed. Safe to repeat: stamps record what is done, and each content is written as a
 * whole.
 */
export async function indexCourse(ctx: Ctx, { course_id }: { course_id: string }) {
  await forgetUnpublished(ctx, course_id)
  const changed = await changedContents(ctx, course_id)
  if (changed.length === 0) return
  const captions = await captionsOf(
    ctx,
    changed.map((content) => content.id),
  )
  const ids = changed.map((content) => content.id)
  const { tx, school_id } = ctx
  await tx
    .deleteFrom('content_chunks')
    .where('school_id', '=', school_id)
    .where('content_id', 'in', ids)
    .execute()
  const versions = await versionsOf(
    ctx,
    changed.filter(({ has_others }) => has_others).map(({ id }) => id),
  )
  for (const content of changed) {
    const spoken = (captions.get(content.id) ?? []).flatMap((one) => chunksOfCues(one))
    for (const text of [content, ...versions.filter(({ id }) => id === content.id)]) {
      const indexed = { ...text, source_version: content.source_version, course_id }
      await insertChunks(ctx, indexed, [...chunksOfText(text.body), ...spoken])
    }
  }
  if (changed.length === atOnce)
    await ctx.enqueue(indexCourseJob, { course_id }, { job_key: `passages/${course_id}/rest` })
}

const source_version = sql<string>`to_char(c.updated_at at time zone 'UTC', 'YYYYMMDDHH24MISSMS') || '/' ||
  coalesce((select string_agg(k.id::text || to_char(k.created_at at time zone 'UTC', 'HH24MISSMS'), ',' order by k.id)
    from content_captions k where k.school_id = c.school_id and k.content_id = c.id), '') ||
  coalesce('/' || to_char(c.new_students_since at time zone 'UTC', 'YYYYMMDDHH24MISSMS'), '')`

function changedContents({ tx, school_id }: Ctx, course_id: string) {
  return tx
    .selectFrom('contents as c')
    .leftJoin('content_chunks as p', (on) =>
      on
        .onRef('p.school_id', '=', 'c.school_id')
        .onRef('p.content_id', '=', 'c.id')
        .on('p.version', '=', 0)
        .on('p.position', '=', 0),
    )
    .where('c.school_id', '=', school_id)
    .where('c.course_id', '=', course_id)
    .where('c.is_published', '=', true)
    .where(source_version, 'is distinct from', sql<string>`p.source_version`)
    .orderBy('c.id')
    .limit(atOnce)
    .select(['c.id', 'c.title', 'c.body', source_version.as('source_version'), sql.lit(0).as('version')])
    .select(sql<boolean>`c.new_students_since is not null`.as('has_others'))
    .execute()
}

/** Versions for students approved later: all versions for new students since the last one for everybody. */
async function versionsOf({ tx, school_id }: Ctx, ids: string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('content_versions as v')
    .innerJoin('contents as c', (on) =>
      on.onRef('c.school_id', '=', 'v.school_id').onRef('c.id', '=', 'v.content_id'),
    )
    .where('v.school_id', '=', school_id)
    .where('v.content_id', 'in', ids)
    .where('v.audience', '=', 'new_students')
    .where(sql<boolean>`v.number > coalesce(c.version, 0)`)
    .orderBy('v.content_id')
    .orderBy('v.number')
    .select(['v.content_id as id', 'v.number as version', 'v.title', 'v.body'])
    .execute()
}

async function captionsOf({ tx, school_id }: Ctx, ids: string[]) {
  const rows = await tx
    .selectFrom('content_captions')
    .where('school_id', '=', school_id)
    .where('content_id', 'in', ids)
    .orderBy('language')
    .select(['content_id', 'cues'])
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.content_id)
  return new Map([...grouped].map(([id, some]) => [id, some.map((row) => row.cues as unknown as Cue[])]))
}

interface Changed {
  id: string
  /** 0: for everybody. */
  version: number
  title: string
  source_version: string
}

/** The title has more weight than the text below it. */
async function insertChunks(ctx: Ctx, content: Changed & { course_id: string }, chunks: ContentChunk[]) {
  const { tx, school_id } = ctx
  const all = [{ text: content.title, start_second: null }, ...chunks]
  const rows = all.map(({ text, start_second }, position) => ({
    school_id,
    course_id: content.course_id,
    content_id: content.id,
    version: content.version,
    source_version: content.source_version,
    position,
    text,
    start_second,
    search: sql<string>`setweight(to_tsvector('simple', fold_text(${text})), ${sql.lit(position === 0 ? 'A' : 'B')})`,
  }))
  for (let from = 0; from < rows.length; from += 500)
    await tx
      .insertInto('content_chunks')
      .values(rows.slice(from, from + 500))
      .execute()
}

async function forgetUnpublished({ tx, school_id }: Ctx, course_id: string) {
  await tx
    .deleteFrom('content_chunks as p')
    .where('p.school_id', '=', school_id)
    .where('p.course_id', '=', course_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contents as c')
            .whereRef('c.school_id', '=', 'p.school_id')
            .whereRef('c.id', '=', 'p.content_id')
            .where('c.is_published', '=', true)
            .select('c.id'),
        ),
      ),
    )
    .execute()
}

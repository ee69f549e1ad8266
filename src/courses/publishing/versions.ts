import type { Ctx } from '#tenancy/context/request-context.ts'
import { contentBodyFields, contentText, type ContentBody } from './content-body.ts'

export type Audience = 'everybody' | 'new_students'

interface NewVersion {
  content_id: string
  number: number
  audience: Audience
  text: ContentBody
  /** Default: now, by the actor. */
  published_at?: Date
  published_by?: string | null
}

export async function insertVersion({ tx, school_id, actor, now }: Ctx, { text, ...version }: NewVersion) {
  await tx
    .insertInto('content_versions')
    .values({ published_at: now, published_by: actor.id, ...version, ...contentText(text), school_id })
    .execute()
}

/** The content must be locked, so that no version is added meanwhile. */
export async function getNewestVersion({ tx, school_id }: Ctx, content_id: string) {
  return tx
    .selectFrom('content_versions')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content_id)
    .orderBy('number', 'desc')
    .select(['number', 'audience', ...contentBodyFields])
    .executeTakeFirst()
}

/** Selects versions with their publishers. */
export const selectVersions = ({ tx, school_id }: Ctx, content_id: string) =>
  tx
    .selectFrom('content_versions as v')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'v.school_id').onRef('u.id', '=', 'v.published_by'),
    )
    .where('v.school_id', '=', school_id)
    .where('v.content_id', '=', content_id)
    .select(['v.number', 'v.audience', 'v.title', 'v.published_at', 'u.name as published_by_name'])

/**
 * The oldest version that a student may read: the newest for everybody, because students approved before a later
 * version for new students keep it.
 */
export async function getOldestReadableVersion({ tx, school_id }: Ctx, content_id: string): Promise<number> {
  const row = await tx
    .selectFrom('content_versions')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content_id)
    .where('audience', '=', 'everybody')
    .orderBy('number', 'desc')
    .select('number')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0
}

import type { Ctx } from '#tenancy/context/request-context.ts'
import { newKey } from '#platform/storage/keys.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { tidyName } from '../processing/file-names.ts'
import { settle } from './finalise-upload.ts'
import { inspect } from '../processing/inspect-file.ts'
import { sweepUpload } from '../jobs.ts'
import { prepare, type Prepared } from '../processing/prepare-file.ts'
import { rules, type Purpose } from '../purposes.ts'
import { takeRoom } from '../queries.ts'
import type { Upload } from './use-upload.ts'

/** Longer than any job takes with all its tries. */
const abandonedAfter = 24 * 3600 * 1000

interface Reserved {
  /** Of the staff: their room is taken. */
  owner_id: string
  purpose: Purpose
  file_name: string
  content_type: string
  size: number
}

/**
 * The row of a file that a job is about to write, under the same rules and quotas as one that somebody sends. What is not
 * made ready within a day is swept away.
 */
export async function reserveFile(ctx: Ctx, { owner_id, file_name, ...file }: Reserved): Promise<Upload> {
  const { tx, school_id, now, actor } = ctx
  await takeRoom({ ...ctx, actor: { ...actor, id: owner_id, role: 'teacher' } }, file.size)
  const upload = await tx
    .insertInto('uploads')
    .values({
      ...file,
      school_id,
      id: newId(),
      owner_id,
      object_key: newKey(school_id),
      file_name: tidyName(file_name),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const run_at = new Date(now.getTime() + abandonedAfter)
  const options = { run_at, job_key: `sweep-upload/${upload.id}` }
  await ctx.enqueue(sweepUpload, { upload_id: upload.id }, options)
  return upload
}

/** Looks at the bytes of a reserved file as at any that was sent; refuses what does not fit its purpose. */
export async function prepareFile(storage: Storage, upload: Upload): Promise<Prepared> {
  const content_type = await inspect(storage, upload, rules[upload.purpose as Purpose].family)
  return prepare(storage, upload, content_type)
}

/** Makes a reserved file usable, once it was looked at. */
export const settleFile = settle

/** The largest file of a purpose, in bytes. */
export const largestOf = (purpose: Purpose) => rules[purpose].largest

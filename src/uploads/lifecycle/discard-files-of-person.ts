import type { Ctx } from '#tenancy/context/request-context.ts'
import { discardUpload } from './discard-upload.ts'
import type { UploadPurpose } from '../purposes.ts'

/** Files that are about the person. All others are pieces of courses, which are the school's. */
export const personalPurposes: UploadPurpose[] = ['avatar', 'data_archive']

/** Throws away the files of somebody who is erased; what is in use by a course stays. */
export async function discardFilesOfPerson(ctx: Ctx, owner_id: string) {
  const { tx, school_id } = ctx
  const files = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('owner_id', '=', owner_id)
    .where('purpose', 'in', personalPurposes)
    .where('status', '<>', 'rejected')
    .select('id')
    .execute()
  for (const { id } of files) await discardUpload(ctx, id)
}

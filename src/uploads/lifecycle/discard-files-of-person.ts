import type { Ctx } from '#tenancy/context/request-context.ts'
import { discardUpload } from './discard-upload.ts'
import type { UploadPurpose } from '../purposes.ts'

/** Files about the person. All others belong to courses, and so to the school. */
export const personalPurposes: UploadPurpose[] = ['avatar', 'payment_proof', 'data_archive']

/** Discards the files of an erased person; files used by a course stay. */
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

import type { UploadPurpose } from '#uploads/index.ts'
import { newId } from '#platform/security/tokens.ts'
import type { TestSchool } from './school-builder.ts'

/** A completed upload without bytes, for tests that only reference it. */
export const insertTestUpload = (school: TestSchool, purpose: UploadPurpose, owner: { id: string }) =>
  insertUpload(school, { purpose, owner_id: owner.id, status: 'ready' })

/** An upload without bytes that is not completed. */
export const insertPendingUpload = (school: TestSchool, purpose: UploadPurpose, owner: { id: string }) =>
  insertUpload(school, { purpose, owner_id: owner.id, status: 'pending' })

async function insertUpload(
  school: TestSchool,
  { purpose, owner_id, status }: { purpose: UploadPurpose; owner_id: string; status: 'ready' | 'pending' },
) {
  const id = newId()
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('uploads')
      .values({
        school_id,
        id,
        purpose,
        status,
        owner_id,
        object_key: `test/${id}`,
        file_name: 'a file.bin',
        content_type: 'application/octet-stream',
        size: 1_000,
      })
      .execute(),
  )
  return id
}

import type { FastifyRequest } from 'fastify'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { cachedResult } from './cached-result.ts'
import type { MayReadFreePreview } from './find-upload-reader.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const seconds = 15

/** Refuses a file that not everybody may read now, and returns a check whether that is still so. */
export function createVisitorCheck({ databases, now }: Services, mayReadFreePreview: MayReadFreePreview) {
  const previews = cachedResult<boolean>(seconds, 5_000)
  return async (request: FastifyRequest, file: { school_id: string; upload_id: string }) => {
    const { course_id = '', content_id = '' } = request.params as Record<string, string>
    const { school_id, upload_id } = file
    if (!uuid.test(course_id) || !uuid.test(content_id)) throw new Refusal('not_found')
    const isFree = () =>
      previews([school_id, course_id, content_id, upload_id].join('/'), () =>
        withReadOnlySchoolTx(databases.db, school_id, (tx) => {
          const ctx = { tx, school_id, now: now?.() ?? new Date() }
          return mayReadFreePreview(ctx, { course_id, content_id, upload_id })
        }),
      )
    if (!(await isFree())) throw new Refusal('not_found')
    return isFree
  }
}

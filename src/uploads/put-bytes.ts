import type { FastifyReply, FastifyRequest } from 'fastify'
import { inSchool } from '#platform/database.server.ts'
import type { Services } from '#platform/http.ts'
import { Refusal } from '#platform/refusal.ts'
import { openPut } from '#platform/storage/links.ts'
import { schoolOfKey } from '#platform/storage/keys.ts'
import { ObjectExists, WrongSize, type Pinned } from '#platform/storage/storage.ts'
import { withoutStalls } from './without-stalls.ts'

const stalledAfterSeconds = 60

/** Takes the bytes of one announced file. What is cut off leaves nothing, and may be sent again. */
export function putBytes(services: Services) {
  const { config } = services
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // A refused body is not read: the connection ends with the answer instead.
    reply.header('connection', 'close')
    const { school_id, name } = request.params as { school_id: string; name: string }
    const key = `${school_id}/${name}`
    if (schoolOfKey(key) !== school_id || !speaksFor(request, school_id)) throw new Refusal('not_found')
    const pinned = openPut(
      config.appSecret,
      key,
      request.query as Record<string, unknown>,
      services.now?.() ?? new Date(),
    )
    if (!pinned) throw new Refusal('link_invalid')
    ensureAsPinned(request, pinned)
    if (!(await isAwaited(services, school_id, key))) throw new Refusal('link_invalid')
    try {
      await services.storage.put(key, withoutStalls(request.raw, stalledAfterSeconds), { size: pinned.size })
    } catch (error) {
      if (error instanceof ObjectExists) throw new Refusal('upload_already_sent')
      if (error instanceof WrongSize) throw new Refusal('upload_size_wrong')
      throw error
    }
    return reply.removeHeader('connection').code(204).send()
  }
}

/** The link names its school; at another school's host it leads nowhere. */
const speaksFor = ({ tenant }: FastifyRequest, school_id: string) =>
  tenant.kind === 'api' || (tenant.kind === 'school' && tenant.school.school_id === school_id)

function ensureAsPinned({ headers }: FastifyRequest, { size, content_type }: Pinned) {
  if (headers['content-type']?.toLowerCase() !== content_type) throw new Refusal('upload_type_wrong')
  if (headers['content-length'] !== String(size)) throw new Refusal('upload_size_wrong')
}

/** Whether the upload is still waited for and its owner still active. */
function isAwaited({ databases }: Services, school_id: string, object_key: string) {
  return inSchool(
    databases.db,
    school_id,
    async (tx) => {
      const row = await tx
        .selectFrom('uploads as f')
        .innerJoin('users as u', (on) =>
          on.onRef('u.school_id', '=', 'f.school_id').onRef('u.id', '=', 'f.owner_id'),
        )
        .where('f.school_id', '=', school_id)
        .where('f.object_key', '=', object_key)
        .where('f.status', '=', 'pending')
        .where('u.status', '=', 'active')
        .select('f.id')
        .executeTakeFirst()
      return row !== undefined
    },
    { readOnly: true },
  )
}

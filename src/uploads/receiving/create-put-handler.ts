import type { FastifyReply, FastifyRequest } from 'fastify'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import { ensureLinkActorMayWrite } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { verifyPutLink } from '#platform/storage/links.ts'
import { ownerIdOfKey } from '#platform/storage/keys.ts'
import { ObjectExistsError, SizeMismatchError, type ExpectedObject } from '#platform/storage/storage.ts'
import { extendWhileReading, extendReservation } from './reservation.ts'
import { withStallTimeout } from './stall-timeout.ts'

const stalledAfterSeconds = 60

/** Receives the bytes of one announced file. An interrupted upload leaves nothing and can be repeated. */
export function createPutHandler(services: Services) {
  const { config } = services
  return async (request: FastifyRequest, reply: FastifyReply) => {
    // The body of a refused request is not read: the connection closes after the response.
    reply.header('connection', 'close')
    const { school_id, name } = request.params as { school_id: string; name: string }
    const key = `${school_id}/${name}`
    if (ownerIdOfKey(key) !== school_id || !speaksFor(request, school_id)) throw new Refusal('not_found')
    const query = request.query as Record<string, unknown>
    const pinned = verifyPutLink(config.appSecret, { key, query }, services.now?.() ?? new Date())
    if (!pinned) throw new Refusal('link_invalid')
    ensureAsPinned(request, pinned)
    const upload = await uploadOf(services, school_id, key)
    if (!upload) throw new Refusal('link_invalid')
    const { upload_id, sender } = upload
    ensureLinkActorMayWrite(request, sender, ['uploads:write'])
    try {
      const extend = () => extendReservation(services, { school_id, upload_id, sender })
      const body = extendWhileReading(withStallTimeout(request.raw, stalledAfterSeconds), extend)
      await services.storage.put(key, body, { size: pinned.size })
    } catch (error) {
      if (error instanceof ObjectExistsError) throw new Refusal('upload_already_completed')
      if (error instanceof SizeMismatchError) throw new Refusal('upload_size_mismatch')
      throw error
    }
    return reply.removeHeader('connection').code(204).send()
  }
}

/** The link names its school; it is not valid at another school's host. */
const speaksFor = ({ tenant }: FastifyRequest, school_id: string) =>
  tenant.kind === 'api' || (tenant.kind === 'school' && tenant.school.school_id === school_id)

function ensureAsPinned({ headers }: FastifyRequest, { size, content_type }: ExpectedObject) {
  if (headers['content-type']?.toLowerCase() !== content_type) throw new Refusal('upload_type_mismatch')
  if (headers['content-length'] !== String(size)) throw new Refusal('upload_size_mismatch')
}

/** The pending upload and its uploader, while active; null if there is none. */
function uploadOf({ databases, config, holderOf, now }: Services, school_id: string, object_key: string) {
  return withReadOnlySchoolTx(databases.db, school_id, async (tx) => {
    const row = await tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('object_key', '=', object_key)
      .where('status', '=', 'pending')
      .select(['id', 'owner_id'])
      .executeTakeFirst()
    const requestContext = { tx, config, school_id, now: now?.() ?? new Date() }
    const sender = row && (await holderOf(requestContext, row.owner_id))
    return sender ? { upload_id: row.id, sender } : null
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contextFor } from '#tenancy/context/context-for.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import { ensureLinkActorMayWrite } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { verifyPartsLink } from './parts-links.ts'
import { OffsetMismatchError, SizeMismatchError } from '#platform/storage/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { discardUpload } from '../lifecycle/discard-upload.ts'
import { uploadRules } from '../purposes.ts'
import { extendWhileReading, extendReservation } from './reservation.ts'
import { withStallTimeout } from './stall-timeout.ts'

const version = '1.0.0'
const stalledAfterSeconds = 60
const largest = Math.max(...Object.values(uploadRules).map((rule) => rule.maxBytes))

/**
 * Resumable uploads: tus 1.0 with creation, termination and expiration. Creation is the announcement of the JSON
 * API, with its permissions, quotas and limits; afterwards a signed address is enough.
 */
export function registerTusRoutes(scope: FastifyInstance, services: Services) {
  const turns = new Map<string, Turn>()
  const options = { onRequest: speakTus }
  scope.options('/storage/tus', async (_request, reply) => describe(reply).code(204).send())
  scope.options('/storage/tus/:upload_id', async (_request, reply) => describe(reply).code(204).send())
  scope.post('/storage/tus', options, (request, reply) => create(scope, request, reply))
  scope.head('/storage/tus/:upload_id', options, async (request, reply) => {
    const upload = await uploadOf(services, request)
    await turns.get(upload.id)?.end()
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .headers(stateOf(await services.storage.received(upload.object_key), upload))
      .send()
  })
  scope.delete('/storage/tus/:upload_id', options, async (request, reply) => {
    const upload = await uploadOf(services, request)
    await turns.get(upload.id)?.end()
    await discard(services, request, upload.id)
    return reply.code(204).send()
  })
  scope.route({
    method: 'PATCH',
    url: '/storage/tus/:upload_id',
    bodyLimit: Number.MAX_SAFE_INTEGER,
    ...options,
    handler: (_request, reply) => append(services, turns, reply),
  })
}

async function speakTus(request: FastifyRequest, reply: FastifyReply) {
  reply.header('tus-resumable', version)
  if (request.headers['tus-resumable'] === version) return
  reply.header('tus-version', version)
  throw new Refusal('tus_version_unsupported')
}

const describe = (reply: FastifyReply) =>
  reply.headers({
    'tus-resumable': version,
    'tus-version': version,
    'tus-max-size': String(largest),
    'tus-extension': 'creation,termination,expiration',
  })

/** Announces the file through the JSON API, with the caller's credentials. */
async function create(scope: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const size = request.headers['upload-length']
  const { filename = 'file', filetype = '', purpose = '' } = metadata(request.headers['upload-metadata'])
  const query = new URLSearchParams({
    file_name: filename,
    content_type: filetype,
    size: String(size ?? ''),
    purpose,
  })
  const { 'content-length': _length, 'content-type': _type, ...headers } = request.headers
  const answer = await scope.inject({
    method: 'GET',
    url: `/api/gen/get_aws_key_upload?${query}`,
    headers: headers as Record<string, string>,
    remoteAddress: request.ip,
  })
  if (answer.statusCode !== 200)
    return reply
      .code(answer.statusCode)
      .type(answer.headers['content-type'] as string)
      .send(answer.body)
  const { parts_url, parts_expire_at } = answer.json<{ parts_url: string; parts_expire_at: string }>()
  return reply
    .code(201)
    .header('location', parts_url)
    .header('upload-expires', new Date(parts_expire_at).toUTCString())
    .send()
}

/** Format of the protocol: `key base64,key base64`. */
function metadata(header: string | string[] | undefined): Record<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '))
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString()]),
  )
}

/** One part at a time: a returning sender replaces its own lost connection. */
class Turn {
  readonly #stop = new AbortController()
  readonly #over = Promise.withResolvers<void>()
  readonly signal = this.#stop.signal

  end() {
    this.#stop.abort(new Error('another part came'))
    return this.#over.promise
  }

  finish() {
    this.#over.resolve()
  }
}

async function append(services: Services, turns: Map<string, Turn>, reply: FastifyReply) {
  const { request } = reply
  // The body of a refused request is not read: the connection closes after the response.
  reply.header('connection', 'close')
  if (request.headers['content-type'] !== 'application/offset+octet-stream')
    throw new Refusal('upload_type_mismatch')
  const offset = Number(request.headers['upload-offset'])
  if (!Number.isSafeInteger(offset) || offset < 0) throw new Refusal('upload_offset_mismatch')
  const upload = await uploadOf(services, request)
  const length = Number(request.headers['content-length'] ?? 0)
  if (offset + length > upload.size) throw new Refusal('upload_size_mismatch')

  for (let other = turns.get(upload.id); other; other = turns.get(upload.id)) await other.end()
  const turn = new Turn()
  turns.set(upload.id, turn)
  turn.signal.addEventListener('abort', () => request.raw.destroy())
  try {
    const extend = () => extendReservation(services, { ...upload, upload_id: upload.id })
    const body = extendWhileReading(withStallTimeout(request.raw, stalledAfterSeconds), extend)
    const { size, object_key } = upload
    const there = await services.storage.append(object_key, body, { offset, size, signal: turn.signal })
    return await reply.removeHeader('connection').code(204).headers(stateOf(there, upload)).send()
  } catch (error) {
    if (error instanceof OffsetMismatchError) throw new Refusal('upload_offset_mismatch')
    if (error instanceof SizeMismatchError) throw new Refusal('upload_size_mismatch')
    throw error
  } finally {
    turns.delete(upload.id)
    turn.finish()
  }
}

const stateOf = (there: number, { size, until }: { size: number; until: Date }) => ({
  'upload-offset': String(there),
  'upload-length': String(size),
  'upload-expires': until.toUTCString(),
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The pending upload of the address, if its owner is still active. */
async function uploadOf(services: Services, request: FastifyRequest) {
  const { upload_id } = request.params as { upload_id: string }
  const school_id = request.tenant.kind === 'school' ? request.tenant.school.school_id : null
  if (!school_id || !uuid.test(upload_id)) throw new Refusal('not_found')
  const now = services.now?.() ?? new Date()
  const query = request.query as Record<string, unknown>
  const until = verifyPartsLink(services.config.appSecret, { school_id, upload_id }, { query, now })
  if (!until) throw new Refusal('link_invalid')
  const { databases, config, holderOf } = services
  const { sender, upload } = await withReadOnlySchoolTx(databases.db, school_id, async (tx) => {
    const row = ensureFound(
      await tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', upload_id)
        .select(['id', 'object_key', 'size', 'status', 'owner_id'])
        .executeTakeFirst(),
    )
    return { upload: row, sender: await holderOf({ tx, config, school_id, now }, row.owner_id) }
  })
  if (upload.status !== 'pending' || !sender) throw new Refusal('upload_expired')
  ensureLinkActorMayWrite(request, sender, ['uploads:write'])
  return { ...upload, school_id, sender, until }
}

/** Anybody with the address may cancel the upload. */
function discard(services: Services, request: FastifyRequest, upload_id: string) {
  if (request.tenant.kind !== 'school') throw new Refusal('not_found')
  const requestContext = contextFor(services, {
    school: request.tenant.school,
    actor: systemActor,
    source: { request_id: newId(), request_source: 'tus', address: request.ip, log: request.log },
  })
  const { onSchoolInvalidated } = services
  return runTransaction(requestContext, { onSchoolInvalidated }, (ctx) => discardUpload(ctx, upload_id))
}

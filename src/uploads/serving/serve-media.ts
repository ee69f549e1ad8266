import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import { ensureClientScope, type LinkHolder } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { verifyReadLink } from './read-links.ts'
import { ObjectMissingError } from '#platform/storage/storage.ts'
import { findAppIcon, type AppIcon } from '#lib/responsive-images/app-icons.ts'
import { resizedName, parseResizedName } from '#lib/responsive-images/responsive-images.ts'
import { hasAppIcons, hasImageSizes, imageSizeKey } from '../processing/image-sizes.ts'
import { contentDisposition, withExtension } from '../processing/file-names.ts'
import type { FindUploadReader, MayReadFreePreview } from './find-upload-reader.ts'
import { matchesEtag, parseRange } from './ranges.ts'
import { createVisitorCheck } from './visitor-check.ts'
import { cachedResult } from './cached-result.ts'
import { isInlineDisplayable } from '../content-types.ts'
import { streamWhileAllowed } from './stream-while-allowed.ts'

interface Media {
  id: string
  purpose: string
  object_key: string
  file_name: string
  content_type: string
  size: number
  is_public: boolean
  width: number | null
  variant_widths: number[] | null
  /** Variant of the file, part of the entity tag. */
  tag?: string
  /** Checked again while the bytes are sent: a video of an hour is one response. */
  isAllowed?: () => Promise<boolean>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const seconds = 15

interface Permissions {
  mayRead: FindUploadReader
  mayReadFreePreview: MayReadFreePreview
}

/** Creates the handlers of public and private addresses. Lookups are cached for 15 seconds in this process. */
export function createMediaHandlers(services: Services, { mayRead, mayReadFreePreview }: Permissions) {
  const fileOf = createFileLookup(services)
  const authorizeReader = createReaderCheck(services, mayRead)
  const authorizeVisitor = createVisitorCheck(services, mayReadFreePreview)

  async function sendPublic(request: FastifyRequest, reply: FastifyReply) {
    const { media } = await fileOf(request)
    if (!media.is_public) throw new Refusal('not_found')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    // Pages of the platform and link previews of other sites show logos and course images.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return send(services, reply, media)
  }

  /** Serves one size of a public image; the original, with a short cache time, until a job has encoded it. */
  async function sendSize(request: FastifyRequest, reply: FastifyReply) {
    const { size } = request.params as { size: string }
    const { media } = await fileOf(request)
    const icon = findAppIcon(size)
    if (icon) return sendIcon(services, reply, { media, icon })
    const variant = parseResizedName(size)
    if (!variant || !media.is_public || media.width === null) throw new Refusal('not_found')
    reply.header('cross-origin-resource-policy', 'cross-origin')
    // Small images, such as avatars, have one size, which answers for all.
    if (!hasImageSizes(media.purpose)) return sendPublic(request, reply)
    const resized = await findImageSize(services, media, variant)
    reply.header('cache-control', resized ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
    return send(services, reply, resized ?? media)
  }

  async function sendPrivate(request: FastifyRequest, reply: FastifyReply) {
    const file = await fileOf(request)
    const isAllowed = await authorizeReader(request, file)
    // The reader's browser may cache it, but must revalidate each time.
    reply.header('cache-control', 'private, no-cache')
    reply.header('cross-origin-resource-policy', 'same-origin')
    return send(services, reply, { ...file.media, isAllowed })
  }

  /** Serves a file of a content that everybody may open. */
  async function sendFree(request: FastifyRequest, reply: FastifyReply) {
    const file = await fileOf(request)
    const isAllowed = await authorizeVisitor(request, { school_id: file.school_id, upload_id: file.media.id })
    reply.header('cache-control', 'public, no-cache')
    reply.header('cross-origin-resource-policy', 'same-origin')
    return send(services, reply, { ...file.media, isAllowed })
  }

  return { sendPublic, sendSize, sendPrivate, sendFree }
}

/** Serves an icon of a logo; the logo itself, with a short cache time, until a job has drawn it. */
async function sendIcon(
  services: Services,
  reply: FastifyReply,
  { media, icon }: { media: Media; icon: AppIcon },
) {
  if (!hasAppIcons(media.purpose)) throw new Refusal('not_found')
  const { name } = icon
  const object_key = imageSizeKey(media.object_key, name)
  const drawn = await services.storage.stat(object_key)
  reply.header('cross-origin-resource-policy', 'cross-origin')
  reply.header('cache-control', drawn ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
  if (!drawn) return send(services, reply, media)
  const file = { object_key, size: drawn.size, content_type: 'image/png', file_name: name, tag: name }
  return send(services, reply, { ...media, ...file })
}

interface SchoolFile {
  school_id: string
  media: Media
}

/** Finds the file of a request's address in the school of its host; refuses an unknown one. */
function createFileLookup(services: Services) {
  const files = cachedResult<Media | undefined>(seconds, 5_000)
  return async (request: FastifyRequest): Promise<SchoolFile> => {
    const { id } = request.params as { id: string }
    const school = request.tenant.kind === 'school' ? request.tenant.school : null
    if (!school || !uuid.test(id)) throw new Refusal('not_found')
    const { school_id } = school
    return {
      school_id,
      media: ensureFound(await files(`${school_id}/${id}`, () => readyUpload(services, school_id, id))),
    }
  }
}

/** Refuses a request without a valid private link, and returns a check whether its reader may still read. */
function createReaderCheck(services: Services, mayRead: FindUploadReader) {
  // A support visit ends exactly on time, so it is not cached.
  const readers = cachedResult<LinkHolder | null>(seconds, 20_000, (holder) =>
    Boolean(holder && !holder.actor.support),
  )
  const now = () => services.now?.() ?? new Date()
  return async (request: FastifyRequest, { school_id, media }: SchoolFile) => {
    const grant = verifyReadLink(
      services.config.appSecret,
      { school_id, upload_id: media.id },
      { query: request.query as Record<string, unknown>, now: now() },
    )
    if (!grant) throw new Refusal('link_invalid')
    const { user_id, session_id, content_id, course_id } = grant
    const reader = [school_id, user_id, session_id, content_id, course_id].join('/')
    const findHolder = () => readers(reader, () => mayRead(grant, now()))
    const holder = await findHolder()
    if (!holder) throw new Refusal('link_invalid')
    ensureClientScope(request, holder, course_id ? ['courses:read', 'uploads:read'] : ['uploads:read'])
    return async () => (await findHolder()) !== null
  }
}

/** The encoded size of an image that fits a width, or the largest one; null while the storage has none. */
async function findImageSize(
  { storage }: Services,
  media: Media,
  { width: minWidth, format }: NonNullable<ReturnType<typeof parseResizedName>>,
): Promise<Media | null> {
  const { variant_widths } = media
  if (!variant_widths?.length) return null
  const width = variant_widths.find((each) => each >= minWidth) ?? variant_widths.at(-1)!
  const name = resizedName(width, format)
  const object_key = imageSizeKey(media.object_key, name)
  const size = (await storage.stat(object_key))?.size
  // If the storage lost one size, for example after a restore of the database only, the original is served.
  if (size === undefined) return null
  const file_name = withExtension(media.file_name, format)
  return { ...media, object_key, size, content_type: `image/${format}`, file_name, tag: name }
}

function readyUpload({ databases }: Services, school_id: string, id: string): Promise<Media | undefined> {
  return withReadOnlySchoolTx(databases.db, school_id, (tx) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .where('status', '=', 'ready')
      .select([
        'id',
        'purpose',
        'object_key',
        'file_name',
        'content_type',
        'size',
        'is_public',
        'width',
        'variant_widths',
      ])
      .executeTakeFirst(),
  )
}

async function send({ storage }: Services, reply: FastifyReply, media: Media) {
  const { request } = reply
  const etag = media.tag ? `"${media.id}-${media.tag}"` : `"${media.id}"`
  describe(reply, media).header('etag', etag)
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (request.method === 'HEAD') return reply.header('content-length', media.size).send()

  const condition = request.headers['if-range']
  const fresh = condition === undefined || condition === etag
  const range = fresh ? parseRange(request.headers.range, media.size) : 'whole'
  if (range === 'beyond')
    return reply
      .code(416)
      .header('content-range', `bytes */${media.size}`)
      .header('cache-control', 'no-store')
      .send()
  const stored = await storage
    .read(media.object_key, range === 'whole' ? undefined : range)
    .catch((error: unknown) => {
      throw error instanceof ObjectMissingError ? new Refusal('not_found') : error
    })
  const bytes = media.isAllowed ? Readable.from(streamWhileAllowed(stored, media.isAllowed)) : stored
  if (range === 'whole') return reply.header('content-length', media.size).send(bytes)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${media.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(bytes)
}

/** Uploaded content must never be active on a school's origin. */
function describe(reply: FastifyReply, { content_type, file_name, width }: Media) {
  const isInline = isInlineDisplayable(content_type, width !== null)
  return reply
    .type(content_type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', inert)
    .header('content-disposition', contentDisposition(isInline ? 'inline' : 'attachment', file_name))
    .header('accept-ranges', 'bytes')
}

/** Opened directly, a file has no origin, scripts or forms. */
const inert =
  "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

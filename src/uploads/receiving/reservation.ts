import type { Ctx } from '#tenancy/context/request-context.ts'
import { isStaff, type Actor } from '#tenancy/access/actor.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import type { LinkHolder } from '#tenancy/http/link-holder.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { reserveQuota } from '../queries.ts'

/** Milliseconds without new bytes after which a reservation expires. */
export const reservationMs = 10 * 60_000

/** A direct upload is visible only when complete: adds the time of a slow connection, 100 kB per second. */
export const directReservationMs = (size: number) => reservationMs + size / 100

/**
 * Maximum number of announced, incomplete files per person: students change an avatar, staff send whole folders.
 */
const maxOpen = { student: 5, staff: 200 }

/**
 * Refuses another announcement beyond `maxOpen`. Call it after `reserveQuota`, which serialises announcements.
 */
export async function limitOpenReservations({
  tx,
  school_id,
  actor,
}: Pick<Ctx, 'tx' | 'school_id' | 'actor'>) {
  const maxUploads = maxOf(actor)
  const open = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('owner_id', '=', actor.id)
    .where('status', '=', 'pending')
    .where('reserved_until', 'is not', null)
    .select('id')
    .limit(maxUploads)
    .execute()
  if (open.length >= maxUploads)
    throw new Refusal('too_many_open_uploads', { retry_after_seconds: reservationMs / 1000 })
}

const maxOf = (actor: Actor) => (isStaff(actor) ? maxOpen.staff : maxOpen.student)

interface Sending {
  school_id: string
  upload_id: string
  sender: LinkHolder
}

/**
 * Extends the reservation when bytes of an upload arrive. Reserves released quota again, or refuses
 * `storage_quota_exceeded`.
 */
export async function extendReservation(services: Services, { school_id, upload_id, sender }: Sending) {
  const { databases, config, hosts } = services
  const now = services.now?.() ?? new Date()
  const school = await hosts.byId(school_id)
  await withSchoolTx(databases.db, school_id, async (tx) => {
    const upload = await tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', upload_id)
      .where('status', '=', 'pending')
      .select(['size', 'reserved_bytes', 'reserved_until'])
      .forUpdate()
      .executeTakeFirst()
    if (!upload) return
    const { size, reserved_bytes, reserved_until } = upload
    const ctx = { tx, school_id, school, config, actor: sender.actor }
    if (reserved_bytes !== null) await reserveQuota(ctx, size - reserved_bytes)
    const until = Math.max(now.getTime() + reservationMs, reserved_until?.getTime() ?? 0)
    await tx
      .updateTable('uploads')
      .set({ reserved_bytes: null, reserved_until: new Date(until) })
      .where('school_id', '=', school_id)
      .where('id', '=', upload_id)
      .execute()
  })
}

const noteEveryMs = 60_000

/** Passes the bytes through; extends the reservation with the first byte and then once a minute. */
export async function* extendWhileReading(
  bytes: AsyncIterable<Buffer>,
  extend: () => Promise<void>,
): AsyncIterable<Buffer> {
  let noted = -Infinity
  for await (const chunk of bytes) {
    if (chunk.length > 0 && performance.now() - noted >= noteEveryMs) {
      await extend()
      noted = performance.now()
    }
    yield chunk
  }
}

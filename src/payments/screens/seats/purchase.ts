import type { ApiReply } from '#platform/client/api/client.ts'
import type { getMySeats } from '../../contract.ts'

/** A gift, or the seats of a group, as their buyer sees them. */
export type Purchase = ApiReply<typeof getMySeats>
export type Seat = Purchase['seats'][number]

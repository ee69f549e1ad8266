import { Type } from 'typebox'
import { Line } from '#platform/contract/route.ts'

export const base = '/console/v1'

/** For the log: whoever reads it later asks why. */
export const Reason = Line(500)

/** Counted up to 10,000, so that a page costs the same however large a school is. */
export const mostCounted = 10_000
export const Count = Type.Integer({ minimum: 0, maximum: mostCounted })

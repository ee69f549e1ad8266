import { Type } from 'typebox'
import { SingleLineText } from '#platform/contract/define-route.ts'

export const basePath = '/console/v1'

/** For the log: whoever reads it later asks why. */
export const Reason = SingleLineText(500)

/** Counted up to 10,000, so that a page costs the same however large a school is. */
export const maxCounted = 10_000
export const Count = Type.Integer({ minimum: 0, maximum: maxCounted })

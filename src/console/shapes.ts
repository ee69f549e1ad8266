import { Type } from 'typebox'
import { SingleLineText } from '#platform/contract/schemas.ts'

export const basePath = '/console/v1'

/** Reason for the audit log. */
export const Reason = SingleLineText(500)

/** Counts stop at 10,000, so that the cost of a page does not depend on the size of a school. */
export const maxCounted = 10_000
export const Count = Type.Integer({ minimum: 0, maximum: maxCounted })

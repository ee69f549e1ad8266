import type { SandboxReply } from '../core/wire.ts'
import { failure, ok } from './replies.ts'

interface Listed {
  id: string
  created: number
}

/** A page of a list, the newest first: `created[gte|gt|lte|lt]`, `limit` and `starting_after`. */
export function listReply<Row extends Listed>(
  url: string,
  rows: readonly Row[],
  query: URLSearchParams,
): SandboxReply {
  const limit = Number(query.get('limit') ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return failure(400, { message: 'This value must be between 1 and 100.', param: 'limit' })
  const matching = rows.toReversed().filter(({ created }) => isWithin(created, query))
  const after = query.get('starting_after')
  const start = after ? matching.findIndex(({ id }) => id === after) + 1 : 0
  if (after && start === 0)
    return failure(400, {
      code: 'resource_missing',
      message: `No such object: '${after}'`,
      param: 'starting_after',
    })
  const data = matching.slice(start, start + limit)
  return ok({ object: 'list', data, has_more: matching.length > start + limit, url })
}

const comparisons: Record<string, (a: number, b: number) => boolean> = {
  gte: (a, b) => a >= b,
  gt: (a, b) => a > b,
  lte: (a, b) => a <= b,
  lt: (a, b) => a < b,
}

const isWithin = (created: number, query: URLSearchParams) =>
  Object.entries(comparisons).every(([name, compare]) => {
    const bound = query.get(`created[${name}]`)
    return bound === null || compare(created, Number(bound))
  })

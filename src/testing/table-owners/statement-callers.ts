import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely'
import { isWrite } from './foreign-writes.ts'

interface Capture {
  stack?: string
}

/** Frames of Kysely, and of the helpers between it and the code that asks. */
const maxFrames = 16

/**
 * Notes where each query that writes is built: Kysely compiles it in the same call as the code that runs it. Only the
 * frames are captured, in some microseconds; their text is made for the statements that are looked at.
 */
export class StatementCallers implements KyselyPlugin {
  readonly #captures = new WeakMap<QueryId, Capture>()

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => {
    if (!mayWrite(node)) return node
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = maxFrames
    const capture: Capture = {}
    Error.captureStackTrace(capture, this.transformQuery)
    Error.stackTraceLimit = limit
    this.#captures.set(queryId, capture)
    return node
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result

  /**
   * The domain that runs a query, after `platform` and `tenancy` where it runs it through a function of theirs. Empty for tests,
   * for programs that copy whole schools, and for queries that only read.
   */
  domainsOf(queryId: QueryId): string[] {
    return domainsInStack(this.#captures.get(queryId)?.stack ?? '')
  }
}

/** Most queries only read, and need no capture. A query with `with` may write in it. */
function mayWrite(node: RootOperationNode) {
  if (node.kind === 'SelectQueryNode') return node.with !== undefined
  return node.kind !== 'RawNode' || node.sqlFragments.some(isWrite)
}

/** `erase-person.ts` deletes what the owner of each table declares as personal data. */
const isUnchecked = (domain: string, file: string) =>
  /^(?:demo|lib|operations|testing)$/.test(domain) || /\.test\.ts$|^erase-person\.ts$/.test(file)

/** Every domain writes through these, such as an entry of the audit log. */
const isFoundation = (domain: string) => domain === 'platform' || domain === 'tenancy'

/** The domains of a stack's frames from the innermost on, up to the first one that is no foundation. */
export function domainsInStack(stack: string): string[] {
  const frames = stack.matchAll(/\/src\/([a-z-]+)\/([^:)\s]+)/g)
  const domains = new Set<string>()
  for (const [, domain, file] of frames) {
    if (isUnchecked(domain!, file!)) return []
    domains.add(domain!)
    if (!isFoundation(domain!)) break
  }
  return [...domains]
}

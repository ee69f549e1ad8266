import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely'
import { isWrite } from './foreign-writes.ts'

interface Capture {
  stack?: string
}

/** Frames of Kysely and helpers between it and the calling code. */
const maxFrames = 16

/**
 * Records where each writing query is built: Kysely compiles it in the same call as the code that runs it.
 * Captures only frames, in some microseconds; their text is created on demand.
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
   * The domain that runs a query, after `platform` and `tenancy` if it uses their functions. Empty for tests, for
   * programs that copy whole schools, and for read-only queries.
   */
  domainsOf(queryId: QueryId): string[] {
    return domainsInStack(this.#captures.get(queryId)?.stack ?? '')
  }
}

/** Most queries only read and are not captured. A query with `with` may contain a write. */
function mayWrite(node: RootOperationNode) {
  if (node.kind === 'SelectQueryNode') return node.with !== undefined
  return node.kind !== 'RawNode' || node.sqlFragments.some(isWrite)
}

/** `erase-person.ts` deletes what each table's owner declares as personal data. */
const isUnchecked = (domain: string, file: string) =>
  /^(?:demo|lib|operations|testing)$/.test(domain) || /\.test\.ts$|^erase-person\.ts$/.test(file)

/** Every domain writes through these, for example audit entries. */
const isFoundation = (domain: string) => domain === 'platform' || domain === 'tenancy'

/** Domains of a stack's frames from the innermost one up to the first that is no foundation. */
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

import type { Input, Reply } from '#platform/contract/route.ts'
import type { Route } from '../contract/define-route.ts'
import type { SendPart } from '#platform/http/streamed-answer.ts'
import type { Ctx, CtxWithoutTx } from '../context/request-context.ts'
import type { CsvColumns } from './csv-columns.ts'

/** A route with its verb. */
export interface Endpoint {
  route: Route
  run: (ctx: never, input: never, tell: SendPart) => Promise<unknown>
  /** Columns of the file of a list; present if the contract has `csv`. */
  csv?: readonly string[] | undefined
}

/** Connects a verb to its contract; the verb runs in one transaction that commits before the response is sent. */
export function defineEndpoint<R extends Route>(
  route: R,
  run: (ctx: Ctx, input: Input<R>) => Promise<Reply<R>>,
  { csv }: { csv?: CsvColumns<R> } = {},
): Endpoint {
  return { route: route as unknown as Route, run: run as Endpoint['run'], csv }
}

/** The same for a route with `transaction: 'own'`; one that streams may send parts of its reply first. */
export function defineEndpointWithoutTx<R extends Route>(
  route: R,
  run: (ctx: CtxWithoutTx, input: Input<R>, tell: SendPart) => Promise<Reply<R>>,
): Endpoint {
  return { route: route as unknown as Route, run: run as Endpoint['run'] }
}

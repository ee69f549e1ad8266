import type { Input, Reply } from '#platform/contract/route.ts'
import type { Route } from '../contract/define-route.ts'
import type { SendPart } from '#platform/http/streamed-answer.ts'
import type { Ctx, CtxWithoutTx } from '../context/request-context.ts'

/** A route with the verb that carries it out. */
export interface Endpoint {
  route: Route
  run: (ctx: never, input: never, tell: SendPart) => Promise<unknown>
}

/** Ties a verb to its contract; the verb runs in one transaction that commits before the answer goes out. */
export function defineEndpoint<R extends Route>(
  route: R,
  run: (ctx: Ctx, input: Input<R>) => Promise<Reply<R>>,
): Endpoint {
  return { route: route as unknown as Route, run: run as Endpoint['run'] }
}

/** The same for a route declared with `transaction: 'own'`; one that streams may tell pieces of its answer first. */
export function defineEndpointWithoutTx<R extends Route>(
  route: R,
  run: (ctx: CtxWithoutTx, input: Input<R>, tell: SendPart) => Promise<Reply<R>>,
): Endpoint {
  return { route: route as unknown as Route, run: run as Endpoint['run'] }
}

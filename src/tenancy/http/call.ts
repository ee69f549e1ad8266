import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdempotencyClaim } from '#platform/http/idempotency.ts'
import type { StreamedAnswer } from '#platform/http/streamed-answer.ts'
import type { Route } from '../contract/define-route.ts'
import type { Ctx, CtxWithoutTx, RequestContext } from '../context/request-context.ts'

/** One request at an endpoint, passed from step to step. */
export interface Call {
  route: Route
  /** Its actor is a visitor until the caller is identified. */
  requestContext: RequestContext
  request: FastifyRequest
  reply: FastifyReply
  /** Null unless the route streams and the caller accepts that. */
  stream: StreamedAnswer | null
  /** Runs the verb with the validated input, in which `replaced` replaces fields. */
  runVerb(ctx: Ctx | CtxWithoutTx, replaced?: object): Promise<unknown>
  /** The claimed idempotency key; set after the caller is authorised. */
  claim: IdempotencyClaim | undefined
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openStream, type StreamedAnswer, type SendPart } from '#platform/http/streamed-answer.ts'
import { actorForClient } from './api-client.ts'
import { compressResponses } from '#platform/http/compression.ts'
import {
  visitorActor,
  type Actor,
  type Ctx,
  type CtxWithoutTx,
  type RequestContext,
} from '../context/request-context.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createDeviceCookie } from './create-device-cookie.ts'
import { expectedCallers, runWhileIdentifying, UnexpectedCallerError } from './expected-callers.ts'
import type { Host } from '../hosts/hosts.ts'
import { acceptJsonBodies } from '#platform/http/json-body.ts'
import type { Endpoint } from './define-endpoint.ts'
import type { Services } from './services.ts'
import { createBodyBudget, createLargeBodyCheck, type BodyBudget } from './large-bodies.ts'
import {
  claimIdempotencyKey,
  storeAnswer,
  releaseIdempotencyKey,
  type IdempotencyClaim,
} from '#platform/http/idempotency.ts'
import { toRefusal, sendProblem } from '#platform/http/problem.ts'
import { acceptProof, proofHeader } from './proof-of-work.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { logForbidden } from '../access/log-forbidden.ts'
import { ensureAccess, roleAllows } from '../access/role-permissions.ts'
import { countNetworkLimits, countUserLimits } from './route-limits.ts'
import { commonRefusals, defaultBodyLimitBytes, type Route } from '#platform/contract/define-route.ts'
import { auditSupportCall, ensureSupportAllowed, isReadOnlySupportCall } from '../access/support-access.ts'
import { checkApiClient, buildRequestContext, accessTokenFrom } from './build-request-context.ts'
import { createCtxWithoutTx, runTransaction, type TransactOptions } from './school-transaction.ts'
import {
  withoutAdditionalProperties,
  createValidator,
  createReplySerializer,
} from '#platform/contract/validation.ts'

export { roleAllows } from '../access/role-permissions.ts'
export { defineEndpoint, defineEndpointWithoutTx, type Endpoint } from './define-endpoint.ts'
export type { FindActorByToken, Services } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request's host name speaks for; set before any handler runs. */
    tenant: Host
  }
}

/** Registers every endpoint below the instance's prefix. */
export function registerEndpoints(app: FastifyInstance, services: Services, endpoints: Endpoint[]) {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = createValidator(schema as object, httpPart === 'body')
    return (value: unknown) => ({ error: validate(value) ?? undefined })
  })
  app.setSerializerCompiler(({ schema }) => createReplySerializer(schema as object))
  app.setErrorHandler((error: Error, request, reply) => {
    const { code, details } = note(services, request, error)
    return sendProblem(request, reply, code, details)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, 'not_found'))
  // Below this prefix nothing is a page.
  app.get('/*', (request, reply) => sendProblem(request, reply, 'not_found'))
  acceptJsonBodies(app)
  compressResponses(app)
  app.decorateRequest('client', null)
  app.addHook('onRequest', async (request, reply) => {
    // Opened by itself, an answer is no page: nothing in it runs, and nobody frames it.
    reply.header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    await checkApiClient(services, request, reply)
  })

  const budget = createBodyBudget()
  for (const endpoint of endpoints) registerOne(app, services, { ...endpoint, budget })
}

function registerOne(app: FastifyInstance, services: Services, endpoint: Endpoint & { budget: BodyBudget }) {
  const { route, budget } = endpoint
  const [status, replySchema] = route.reply
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      params: withoutAdditionalProperties(route.params),
      querystring: withoutAdditionalProperties(route.query),
      ...(route.method !== 'GET' && { body: withoutAdditionalProperties(route.body) }),
      response: { [status]: replySchema },
    },
    config: { route },
    bodyLimit: route.bodyLimitBytes,
    // A visitor's body is not read, and costs no transaction.
    onRequest: async (request) => {
      if (route.can !== 'public' && !accessTokenFrom(request) && !request.client)
        throw new Refusal('unauthenticated')
    },
    ...(route.bodyLimitBytes > defaultBodyLimitBytes && {
      preParsing: createLargeBodyCheck(services, route, budget),
    }),
    preValidation: async (request) => {
      if (request.body === undefined || request.body === null) request.body = {}
    },
    handler: (request, reply) => serve(services, endpoint, request, reply),
  })
}

async function serve(services: Services, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { route } = endpoint
  const input = { ...(request.body as object), ...(request.query as object), ...(request.params as object) }
  const requestContext = await buildRequestContext(services, route, request, input)
  await readBrowser(services, requestContext, { request, reply })
  await countNetworkLimits(services.databases.side, route, requestContext)
  const lines = openStream(request, reply, route)
  const call: Call = { around: requestContext, input, request, reply, lines, claim: undefined }
  try {
    return await carryOut(services, endpoint, call)
  } catch (error) {
    const { claim } = call
    if (claim && !claim.replay) await releaseIdempotencyKey(services.databases.side, claim).catch(() => {})
    logForbidden(request, route, { around: requestContext, error })
    if (!lines?.begun()) throw error
    const { code, details } = note(services, request, error as Error)
    return lines.fail(code, details)
  }
}

/** What a browser sends besides its input: a proof of work, and the cookie by which it is recognised. */
async function readBrowser(
  { databases, config }: Services,
  requestContext: RequestContext,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
) {
  requestContext.proof_bits = await acceptProof(databases.side, requestContext, request.headers[proofHeader])
  requestContext.device = createDeviceCookie(config, request, reply)
}

interface Call {
  around: RequestContext
  input: object
  request: FastifyRequest
  reply: FastifyReply
  lines: StreamedAnswer | null
  /** Set once the caller is known. */
  claim: IdempotencyClaim | undefined
}

/** identify → capability → limits → claim → verb → reply, in one transaction unless the route opens its own. */
async function carryOut(services: Services, endpoint: Endpoint, call: Call) {
  const { route } = endpoint
  const { around: requestContext, input, request, reply, lines } = call
  const { side } = services.databases
  const options: TransactOptions = { readOnly: !route.writes, onSchoolChanged: services.onSchoolChanged }
  const run = endpoint.run as (ctx: Ctx | CtxWithoutTx, input: object, tell: SendPart) => Promise<unknown>
  const tell = lines?.tell ?? (() => {})

  if (route.transaction === 'own') {
    const isKnown = accessTokenFrom(request) || request.client || route.can !== 'public'
    if (isKnown)
      await runTransaction(requestContext, options, (ctx) =>
        identifyCaller(services, route, { ...call, ctx }),
      )
    await countCaller(services, route, call)
    const { claim } = call
    if (claim?.replay) return replay(reply, claim.replay, lines)
    const own = { ...options, readOnly: isReadOnlySupportCall(route, requestContext.actor) }
    const result = await run(createCtxWithoutTx(requestContext, own), input, tell)
    if (claim) await storeAnswer(side, claim, route.reply[0], JSON.stringify(result))
    if (lines) return lines.finish(result)
    return reply.code(route.reply[0]).header('cache-control', 'no-store').send(result)
  }

  const inTurn = async (ctx: Ctx) => {
    await identifyCaller(services, route, { ...call, ctx })
    await countCaller(services, route, call)
    const { claim } = call
    if (claim?.replay) return undefined
    const answer = await run(ctx, input, tell)
    if (claim) await storeAnswer(ctx.tx, claim, route.reply[0], JSON.stringify(answer))
    return answer
  }
  const expected = expectedCaller(route, call)
  const atOnce = (ctx: Ctx) => {
    ctx.actor = requestContext.actor = expected!
    return runWhileIdentifying({
      expected: expected!,
      identify: () => identifyCaller(services, route, { ...call, ctx }),
      run: () => run(ctx, input, tell),
    })
  }
  const result = await runTransaction(requestContext, options, expected ? atOnce : inTurn).catch(
    (error: unknown) => {
      if (!(error instanceof UnexpectedCallerError)) throw error
      return runTransaction(requestContext, options, inTurn)
    },
  )
  if (call.claim?.replay) return replay(reply, call.claim.replay, null)
  return reply.code(route.reply[0]).header('cache-control', 'no-store').send(result)
}

/**
 * Who probably calls, where the verb may start before that is known; undefined where everything takes its turn: a limit of
 * the person is counted before anything runs, and so is a claim.
 */
function expectedCaller(route: Route, { around: requestContext, request }: Call): Actor | undefined {
  const token = accessTokenFrom(request)
  const hasTurns = request.client || route.idempotent || route.limits.some(({ by }) => by === 'user')
  if (!route.runsWhileIdentifying || !token || hasTurns) return undefined
  const expected = expectedCallers.of({ school_id: requestContext.school_id, token })
  return expected && roleAllows(route.can, expected.role) ? expected : undefined
}

/** Finds out who calls, and refuses whoever may not call this route at all. */
async function identifyCaller(
  services: Services,
  route: Route,
  { around: requestContext, request, ctx }: Pick<Call, 'around' | 'request'> & { ctx: Ctx },
): Promise<Actor> {
  const token = accessTokenFrom(request)
  const { client } = request
  const person = token ? await services.identify(ctx, token) : null
  if (token) expectedCallers.note({ school_id: requestContext.school_id, token }, person)
  const scope = services.clients.scopeOf(route)
  const through = client && actorForClient(client, scope, { route, person, hasToken: token !== undefined })
  const actor = client ? through : person
  requestContext.actor = ctx.actor = actor ?? visitorActor
  ensureSupportAllowed(route, actor)
  ensureAccess(route.can, actor)
  await auditSupportCall(ctx, route, request.params)
  return ctx.actor
}

/** Nothing durable is written for a caller before this: an invented token must not fill tables. */
async function countCaller({ databases }: Services, route: Route, call: Call) {
  await countUserLimits(databases.side, route, call.around)
  if (route.idempotent) call.claim = await claimFor(databases.side, route, call)
}

/** Sends the first answer again, through the same response schema. */
function replay(
  reply: FastifyReply,
  { status, answer }: { status: number; answer: string },
  lines: StreamedAnswer | null,
) {
  const first: unknown = JSON.parse(answer)
  reply.header('idempotency-replayed', 'true')
  return lines ? lines.finish(first) : reply.code(status).send(first)
}

async function claimFor(side: Database, route: Route, { around: requestContext, request }: Call) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  if (key.length < 1 || key.length > 200) throw new Refusal('invalid_input')
  return claimIdempotencyKey(side, {
    school_id: requestContext.school_id,
    caller: [request.client?.id, accessTokenFrom(request)].join(' ').trim(),
    route: route.name,
    key,
    body: JSON.stringify([request.body, request.query, request.params]),
  })
}

/** What a request ended with, once it is logged. */
function note(services: Services, request: FastifyRequest, error: Error) {
  const refusal = toRefusal(error)
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'request failed')
  const route = (request.routeOptions.config as { route?: Route }).route
  if (route) noteRefusal(services, request, route, refusal.code)
  return refusal
}

function noteRefusal(services: Services, request: FastifyRequest, route: Route, code: string) {
  services.onRefusal?.(route, code)
  if (!(code in commonRefusals) && !route.refusals.includes(code))
    request.log.error({ code, route: route.name }, 'refusal that its contract does not declare')
}

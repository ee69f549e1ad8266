import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#platform/database/database.server.ts'
import { claimIdempotencyKey, releaseIdempotencyKey, storeAnswer } from '#platform/http/idempotency.ts'
import { openStream, type SendPart } from '#platform/http/streamed-answer.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import type { Route } from '../contract/define-route.ts'
import { withoutAdditionalProperties } from '#platform/contract/validation.ts'
import { logForbidden } from './log-forbidden.ts'
import { ensureAccess, roleAllows } from '../access/role-permissions.ts'
import { auditSupportCall, ensureSupportAllowed, isReadOnlySupportCall } from './support-access.ts'
import type { Ctx, CtxWithoutTx } from '../context/request-context.ts'
import { visitorActor, type Actor } from '../access/actor.ts'
import type { Host } from '../hosts/hosts.ts'
import { actorForClient } from './api-client.ts'
import { describeFailure, prepareApiScope } from './api-scope.ts'
import { buildRequestContext, ensureSameSchool } from './build-request-context.ts'
import { accessTokenFrom } from '#platform/http/headers/access-token.ts'
import type { Call } from './call.ts'
import { asksForCsv, sendCsvFile } from './csv-file.ts'
import { createDeviceCookie } from '#platform/http/headers/device-cookie.ts'
import type { Endpoint } from './define-endpoint.ts'
import { expectedCallers, runWhileIdentifying, UnexpectedCallerError } from './expected-callers.ts'
import { createLargeBodyCheck } from './large-bodies.ts'
import { acceptProof, proofHeader } from '#platform/rate-limits/proof-of-work.ts'
import { proofScope } from './proof-scope.ts'
import { countNetworkLimits, countUserLimits } from './route-limits.ts'
import { createCtxWithoutTx, runTransaction, type TransactOptions } from './school-transaction.ts'
import type { Services } from './services.ts'

export { roleAllows } from '../access/role-permissions.ts'
export { defineEndpoint, defineEndpointWithoutTx, type Endpoint } from './define-endpoint.ts'
export type { FindActorByToken, Services } from './services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The school, root or API host of the request; set by `tenancy/server.ts` before any handler runs. */
    tenant: Host
  }
}

// The steps of an API request, in their order:
//
//   resolve host           tenancy/server.ts
//   admit API client       prepareApiScope: its credentials, and its requests per minute
//   require credentials    ensureCredentials
//   admit large body       createLargeBodyCheck
//   validate               Fastify, with the schemas of the contract
//   build context          buildCall
//   count network limits   countNetworkLimits
//   identify caller        identifyCaller
//   authorise              authorizeCaller
//   count user limits      countUserLimits
//   claim idempotency key  claimKey
//   run verb               runInSchoolTransaction, or runWithoutTransaction
//   store answer           storeAnswer, for a request with an idempotency key
//   reply                  sendAnswer, or handleFailure

/** Registers every endpoint below the instance's prefix. */
export function registerEndpoints(app: FastifyInstance, services: Services, endpoints: Endpoint[]) {
  prepareApiScope(app, services)
  for (const endpoint of endpoints) registerEndpoint(app, services, endpoint)
}

/** Registers one route, with the steps before its handler as hooks. */
function registerEndpoint(app: FastifyInstance, services: Services, endpoint: Endpoint) {
  const { route } = endpoint
  const [status, replySchema] = route.reply
  if ((route.csv === null) !== (endpoint.csv === undefined))
    throw new Error(`${route.name}: the contract names a CSV file, and the endpoint its columns, or neither`)
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
    onRequest: async (request) => ensureCredentials(route, request),
    ...(route.bodyLimitBytes > defaultBodyLimitBytes && {
      preParsing: createLargeBodyCheck(services, route),
    }),
    preValidation: async (request) => {
      if (request.body === undefined || request.body === null) request.body = {}
    },
    handler: (_request, reply) => serve(services, endpoint, reply),
  })
}

/** Refuses a visitor at a private route: the body is not read, and no transaction is opened. */
function ensureCredentials(route: Route, request: FastifyRequest) {
  if (route.access !== 'public' && !accessTokenFrom(request) && !request.client)
    throw new Refusal('unauthenticated')
}

/** Runs the steps of one request that follow validation. */
async function serve(services: Services, endpoint: Endpoint, reply: FastifyReply) {
  const call = await buildCall(services, endpoint, reply)
  try {
    if (endpoint.csv && asksForCsv(call.request)) return await sendList(services, call, endpoint.csv)
    return sendAnswer(call, await runCall(services, call))
  } catch (error) {
    return handleFailure(services, call, error as Error)
  }
}

/** Runs the verb of a call in the transaction that its route declares. */
const runCall = (services: Services, call: Call) =>
  (call.route.transaction === 'own' ? runWithoutTransaction : runInSchoolTransaction)(services, call)

/** Sends all pages of a list as CSV. Only the first page counts as a call of the person. */
function sendList(services: Services, call: Call, columns: readonly string[]) {
  let { route } = call
  return sendCsvFile(call.reply, {
    file_name: String(route.csv),
    columns,
    requestContext: call.requestContext,
    readPage: (paging) => {
      const page = { ...call, route, runVerb: (ctx: Ctx | CtxWithoutTx) => call.runVerb(ctx, paging) }
      route = { ...route, limits: [] }
      return runCall(services, page)
    },
  })
}

/** Builds the request context, counts the network's limits, and opens the stream if the caller accepts one. */
async function buildCall(services: Services, { route, run }: Endpoint, reply: FastifyReply): Promise<Call> {
  const { databases, config } = services
  const { request } = reply
  const input = { ...(request.body as object), ...(request.query as object), ...(request.params as object) }
  const requestContext = await buildRequestContext(services, route, request)
  ensureSameSchool(route, requestContext, input)
  const proof = request.headers[proofHeader]
  requestContext.proof_bits = await acceptProof(databases.auxDb, proofScope(requestContext), proof)
  requestContext.device_cookie = createDeviceCookie(config, request, reply)
  await countNetworkLimits(databases.auxDb, route, requestContext)
  const stream = openStream(request, reply, route)
  const verb = run as (ctx: Ctx | CtxWithoutTx, input: object, sendPart: SendPart) => Promise<unknown>
  const runVerb: Call['runVerb'] = (ctx, replaced) =>
    verb(ctx, replaced ? { ...input, ...replaced } : input, stream?.sendText ?? (() => {}))
  return { route, requestContext, request, reply, stream, runVerb, claim: undefined }
}

/** Runs all steps in one transaction of the school, and returns the verb's result. */
async function runInSchoolTransaction(services: Services, call: Call) {
  const { route, requestContext } = call
  const options: TransactOptions = {
    readOnly: !route.writes,
    onSchoolInvalidated: services.onSchoolInvalidated,
  }
  const runInOrder = async (ctx: Ctx) => {
    await identifyAndAuthorize(services, call, ctx)
    await countCaller(services, call)
    if (call.claim?.replay) return undefined
    const result = await call.runVerb(ctx)
    if (call.claim)
      await storeAnswer(ctx.tx, call.claim, { status: route.reply[0], answer: JSON.stringify(result) })
    return result
  }
  const expected = expectedCaller(call)
  if (!expected) return runTransaction(requestContext, options, runInOrder)
  try {
    return await runTransaction(requestContext, options, (ctx) => {
      ctx.actor = requestContext.actor = expected
      return runWhileIdentifying({
        expected,
        identify: () => identifyAndAuthorize(services, call, ctx),
        run: () => call.runVerb(ctx),
      })
    })
  } catch (error) {
    if (!(error instanceof UnexpectedCallerError)) throw error
    return runTransaction(requestContext, options, runInOrder)
  }
}

/**
 * Runs a verb that opens its own transactions, and returns its result. The caller is identified in a short
 * transaction before, except for a visitor of a public route.
 */
async function runWithoutTransaction(services: Services, call: Call) {
  const { route, requestContext, request } = call
  const options: TransactOptions = {
    readOnly: !route.writes,
    onSchoolInvalidated: services.onSchoolInvalidated,
  }
  if (accessTokenFrom(request) || request.client || route.access !== 'public')
    await runTransaction(requestContext, options, (ctx) => identifyAndAuthorize(services, call, ctx))
  await countCaller(services, call)
  if (call.claim?.replay) return undefined
  const readOnly = isReadOnlySupportCall(route, requestContext.actor)
  const result = await call.runVerb(createCtxWithoutTx(requestContext, { ...options, readOnly }))
  const { auxDb } = services.databases
  if (call.claim)
    await storeAnswer(auxDb, call.claim, { status: route.reply[0], answer: JSON.stringify(result) })
  return result
}

/**
 * The cached caller, for whom the verb may start during the session lookup. Undefined if the steps must run in
 * order: for limits per person, and idempotency keys.
 */
function expectedCaller({ route, requestContext, request }: Call): Actor | undefined {
  const token = accessTokenFrom(request)
  const needsOrder = request.client || route.idempotent || route.limits.some(({ by }) => by === 'user')
  if (!route.runsWhileIdentifying || !token || needsOrder) return undefined
  const expected = expectedCallers.of({ school_id: requestContext.school_id, token })
  return expected && roleAllows(route.access, expected.role) ? expected : undefined
}

async function identifyAndAuthorize(services: Services, call: Call, ctx: Ctx): Promise<Actor> {
  const actor = await identifyCaller(services, call, ctx)
  call.requestContext.actor = ctx.actor = actor ?? visitorActor
  await authorizeCaller(call, ctx, actor)
  return ctx.actor
}

/** Returns the person of the session, or the API client that acts alone; null for a visitor. */
async function identifyCaller(services: Services, call: Call, ctx: Ctx): Promise<Actor | null> {
  const { route, request, requestContext } = call
  const token = accessTokenFrom(request)
  const person = token ? await services.identify(ctx, token) : null
  if (token) expectedCallers.note({ school_id: requestContext.school_id, token }, person)
  if (!request.client) return person
  const scope = services.clients.scopeOf(route)
  return actorForClient(request.client, scope, { route, person, hasToken: token !== undefined })
}

/** Refuses a caller who may not call this route at all, and audits writes of a support visit. */
async function authorizeCaller({ route, request }: Call, ctx: Ctx, actor: Actor | null) {
  ensureSupportAllowed(route, actor)
  ensureAccess(route.access, actor)
  await auditSupportCall(ctx, route, request.params)
}

/** Nothing durable is written for a caller before this, so that invented tokens cannot fill tables. */
async function countCaller({ databases }: Services, call: Call) {
  await countUserLimits(databases.auxDb, call.route, call.requestContext)
  if (call.route.idempotent) call.claim = await claimKey(databases.auxDb, call)
}

/** Claims the request's idempotency key; undefined for a request without one. */
async function claimKey(side: Database, { route, requestContext, request }: Call) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  if (key.length < 1 || key.length > 200) throw new Refusal('invalid_input')
  return claimIdempotencyKey(side, {
    tenant_id: requestContext.school_id,
    caller: [request.client?.id, accessTokenFrom(request)].join(' ').trim(),
    route: route.name,
    key,
    body: JSON.stringify([request.body, request.query, request.params]),
  })
}

/** Sends the result by the response schema. A repeated request gets the first response again. */
function sendAnswer({ route, reply, stream, claim }: Call, result: unknown) {
  if (claim?.replay) {
    const { status, answer } = claim.replay
    const first: unknown = JSON.parse(answer)
    reply.header('idempotency-replayed', 'true')
    return stream ? stream.finish(first) : reply.code(status).send(first)
  }
  if (stream) return stream.finish(result)
  return reply.code(route.reply[0]).header('cache-control', 'no-store').send(result)
}

/** Releases the idempotency key. The error handler responds, unless a part was sent. */
async function handleFailure(services: Services, call: Call, error: Error) {
  const { route, request, requestContext, stream, claim } = call
  if (claim && !claim.replay) await releaseIdempotencyKey(services.databases.auxDb, claim).catch(() => {})
  logForbidden(request, route, { requestContext, error })
  if (!stream?.hasStarted()) throw error
  const { code, details } = describeFailure(services, request, error)
  return stream.fail(code, details)
}

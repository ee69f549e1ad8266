import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openLines, type AnswerLines, type Tell } from './answer-lines.ts'
import { actorThrough, admitClient, pairOf, type ApiClients } from './api-client.ts'
import type { Config } from './config.ts'
import {
  visitor,
  PLATFORM_ID,
  type Actor,
  type Ctx,
  type OwnCtx,
  type School,
  type Surroundings,
} from './context.ts'
import type { Databases } from './database.server.ts'
import type { Host, Hosts } from './hosts.ts'
import { claimKey, keepAnswer, releaseKey, type Claim } from './idempotency.ts'
import { countTry } from './limits.ts'
import { refusalOf, sendProblem } from './problem.ts'
import { Refusal } from './refusal.ts'
import { ensureCan } from './role-can.ts'
import { commonRefusals, type Input, type Reply, type Route } from './route.ts'
import type { Storage } from './storage/storage.ts'
import { hashOf, sameText } from './tokens.ts'
import { ownContext, transact, type TransactOptions } from './transact.ts'
import { closed, compile } from './validation.ts'

export { roleCan } from './role-can.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request's host name speaks for; set before any handler runs. */
    tenant: Host
  }
}

/** A route with the verb that carries it out. */
export interface Endpoint {
  route: Route
  run: (ctx: never, input: never, tell: Tell) => Promise<unknown>
}

/** Ties a verb to its contract; the verb runs in one transaction that commits before the answer goes out. */
export function handle<R extends Route>(
  route: R,
  run: (ctx: Ctx, input: Input<R>) => Promise<Reply<R>>,
): Endpoint {
  return { route: route as unknown as Route, run: run as Endpoint['run'] }
}

/** The same for a route declared with `transaction: 'own'`; one that streams may tell pieces of its answer first. */
export function handleOwn<R extends Route>(
  route: R,
  run: (ctx: OwnCtx, input: Input<R>, tell: Tell) => Promise<Reply<R>>,
): Endpoint {
  return { route: route as unknown as Route, run: run as Endpoint['run'] }
}

/** Finds who a session token belongs to, in the school's transaction; null for none. */
export type Identify = (ctx: Ctx, token: string) => Promise<Actor | null>

export interface Services {
  config: Config
  databases: Databases
  hosts: Hosts
  storage: Storage
  identify: Identify
  clients: ApiClients
  onSchoolChanged: (school_id: string) => void
  /** Told of each refusal that a route answered with. */
  onRefusal?: (route: Route, code: string) => void
  now?: () => Date
}

/** Registers every endpoint below the instance's prefix. */
export function registerEndpoints(app: FastifyInstance, services: Services, endpoints: Endpoint[]) {
  app.setValidatorCompiler(({ schema, httpPart }) => compile(schema as object, httpPart === 'body'))
  app.setErrorHandler((error: Error, request, reply) => {
    const { code, details } = note(services, request, error)
    return sendProblem(request, reply, code, details)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, 'not_found'))
  app.decorateRequest('client', null)
  app.addHook('onRequest', async (request, reply) => checkClient(services, request, reply))

  for (const endpoint of endpoints) registerOne(app, services, endpoint)
}

function registerOne(app: FastifyInstance, services: Services, endpoint: Endpoint) {
  const { route } = endpoint
  const [status, replySchema] = route.reply
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      params: closed(route.params),
      querystring: closed(route.query),
      ...(route.method !== 'GET' && { body: closed(route.body) }),
      response: { [status]: replySchema },
    },
    config: { route },
    // A visitor learns nothing of a body's form, and costs no transaction.
    preValidation: async (request) => {
      if (route.can !== 'public' && !tokenOf(request) && !request.client) throw new Refusal('unauthenticated')
      if (request.body === undefined || request.body === null) request.body = {}
    },
    handler: (request, reply) => serve(services, endpoint, request, reply),
  })
}

async function serve(services: Services, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
  const { route } = endpoint
  const input = { ...(request.body as object), ...(request.query as object), ...(request.params as object) }
  const around = await surroundings(services, route, request, input)
  for (const limit of route.limits) {
    const token = limit.by === 'user' ? tokenOf(request) : undefined
    // A session token is never stored as it is.
    const who = token
      ? hashOf(token).toString('base64url')
      : (limit.by === 'user' && request.client?.id) || around.address
    await countTry(
      services.databases.side,
      `${around.school_id}/${route.name}/${limit.by}/${who}`,
      limit,
      around.now,
    )
  }
  const claim = route.idempotent ? await claimFor(services, around, request, route) : undefined
  const lines = openLines(request, reply, route)
  try {
    return await carryOut(services, endpoint, { around, input, request, reply, claim, lines })
  } catch (error) {
    if (claim && !claim.replay) await releaseKey(services.databases.side, claim).catch(() => {})
    if (!lines?.begun()) throw error
    const { code, details } = note(services, request, error as Error)
    return lines.fail(code, details)
  }
}

interface Call {
  around: Surroundings
  input: object
  request: FastifyRequest
  reply: FastifyReply
  claim: Claim | undefined
  lines: AnswerLines | null
}

/** identify → capability → verb → reply, in one transaction unless the route opens its own. */
async function carryOut(
  services: Services,
  endpoint: Endpoint,
  { around, input, request, reply, claim, lines }: Call,
) {
  const { route } = endpoint
  const readOnly = route.method === 'GET'
  const options: TransactOptions = { readOnly, onSchoolChanged: services.onSchoolChanged }
  const token = tokenOf(request)
  const throughClient = (person: Actor | null) =>
    actorThrough(request.client!, services.clients.scopeOf(route), {
      route,
      person,
      hasToken: token !== undefined,
    })
  const identified = async (ctx: Ctx) => {
    const person = token ? await services.identify(ctx, token) : null
    const actor = request.client ? throughClient(person) : person
    ensureCan(route.can, actor)
    return actor ?? visitor
  }
  const run = endpoint.run as (ctx: Ctx | OwnCtx, input: object, tell: Tell) => Promise<unknown>
  const tell = lines?.tell ?? (() => {})

  if (route.transaction === 'own') {
    const isKnown = token || request.client || route.can !== 'public'
    const actor = isKnown ? await transact(around, options, identified) : visitor
    if (claim?.replay) return replay(reply, claim.replay, lines)
    const result = await run(ownContext({ ...around, actor }, options), input, tell)
    if (claim) await keepAnswer(services.databases.side, claim, route.reply[0], JSON.stringify(result))
    if (lines) return lines.finish(result)
    return reply.code(route.reply[0]).header('cache-control', 'no-store').send(result)
  }

  const result = await transact(around, options, async (ctx) => {
    ctx.actor = await identified(ctx)
    around.actor = ctx.actor
    if (claim?.replay) return undefined
    const answer = await run(ctx, input, tell)
    if (claim) await keepAnswer(ctx.tx, claim, route.reply[0], JSON.stringify(answer))
    return answer
  })
  if (claim?.replay) return replay(reply, claim.replay, null)
  return reply.code(route.reply[0]).header('cache-control', 'no-store').send(result)
}

/** Sends the first answer again, through the same response schema. */
function replay(
  reply: FastifyReply,
  { status, answer }: { status: number; answer: string },
  lines: AnswerLines | null,
) {
  const first: unknown = JSON.parse(answer)
  reply.header('idempotency-replayed', 'true')
  return lines ? lines.finish(first) : reply.code(status).send(first)
}

async function claimFor(services: Services, around: Surroundings, request: FastifyRequest, route: Route) {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return undefined
  if (key.length < 1 || key.length > 200) throw new Refusal('invalid_input')
  return claimKey(services.databases.side, {
    school_id: around.school_id,
    caller: [request.client?.id, tokenOf(request)].join(' ').trim(),
    route: route.name,
    key,
    body: JSON.stringify([request.body, request.query, request.params]),
  })
}

async function surroundings(
  services: Services,
  route: Route,
  request: FastifyRequest,
  input: object,
): Promise<Surroundings> {
  const school = await schoolOf(services, request)
  if (route.scope === 'school' && !school) throw new Refusal('not_found')
  if (route.scope === 'platform' && school) throw new Refusal('not_found')
  const named = input as { school_id?: unknown; schoolId?: unknown }
  const school_id = school?.school_id ?? PLATFORM_ID
  // The host names the school; a body or path that names another one is answered as if it did not exist.
  for (const given of [named.school_id, named.schoolId])
    if (given !== undefined && route.scope === 'school' && given !== school_id) throw new Refusal('not_found')
  return {
    config: services.config,
    db: services.databases.db,
    storage: services.storage,
    school_id,
    school,
    actor: visitor,
    now: services.now?.() ?? new Date(),
    request_id: request.id,
    locale: localeOf(request, school),
    address: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    request_source: String(request.headers['x-request-source'] ?? 'unknown').slice(0, 40),
  }
}

async function schoolOf(services: Services, request: FastifyRequest): Promise<School | null> {
  const { tenant } = request
  if (tenant.kind === 'school') return tenant.school
  const id = request.headers['x-school-id']
  if (tenant.kind !== 'api' || typeof id !== 'string') return null
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Refusal('not_found')
  const school = await services.hosts.byId(id)
  if (!school) throw new Refusal('not_found')
  return school
}

/** The reader's language when we speak it, else the school's. */
function localeOf(request: FastifyRequest, school: School | null) {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase()
  return wanted === 'en' || wanted === 'fr' ? wanted : (school?.language ?? 'en')
}

export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-access-token']
  if (typeof header === 'string' && header) return header
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')
  return bearer?.[1]
}

/** A request that names a client must name one that exists; one that names none is recorded as unknown. */
async function checkClient(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const pair = pairOf(request)
  const { webApiUsername, webApiSecret } = services.config
  if (!pair || (sameText(pair.username, webApiUsername) && sameText(pair.secret, webApiSecret))) return
  const school = await schoolOf(services, request)
  if (!school) throw new Refusal('api_client_unknown')
  await admitClient(services, { request, reply, pair, school_id: school.school_id })
}

/** What a request ended with, once it is logged. */
function note(services: Services, request: FastifyRequest, error: Error) {
  const refusal = refusalOf(error)
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

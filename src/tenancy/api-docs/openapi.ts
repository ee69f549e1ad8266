import { refusalMeaning } from '#platform/contract/refusal-codes.ts'
import type { RouteAccess, Route } from '../contract/define-route.ts'

/** Descriptions of `can` for readers of the documentation. */
export const accessDescriptions: Record<RouteAccess, string> = {
  public: 'anybody',
  user: 'any logged-in user of the school',
  student: 'students',
  teacher: 'teachers',
  staff: 'teachers, admins and the school owner',
  admin: 'admins and the school owner',
  owner: 'the school owner',
  platform: 'platform support',
  privileged: 'the account that may use the platform’s console',
}

/** Refusals implied by a route's declaration. */
function impliedRefusals(route: Route) {
  const codes = [
    'invalid_input',
    'not_found',
    'too_many_requests',
    'busy',
    'internal_error',
    'api_client_unknown',
  ]
  if (route.apiClient === 'required') codes.push('api_client_required')
  if (route.access === 'public' && route.method !== 'GET') codes.push('proof_of_work_required')
  if (route.access !== 'public') codes.push('unauthenticated', 'forbidden', 'scope_missing')
  if (route.writes && route.support === 'raised') codes.push('support_read_only')
  if (route.writes && route.support === 'never') codes.push('support_read_only', 'support_forbidden')
  if (route.method !== 'GET') codes.push('malformed_body', 'payload_too_large', 'unsupported_media_type')
  if (route.idempotent) codes.push('idempotency_key_reused', 'in_progress')
  return codes
}

/** All error codes of a route: declared ones and those that its options imply. */
export const refusalsOf = (route: Route) => [...route.refusals, ...impliedRefusals(route)]

const plain = (schema: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema)) as Record<string, unknown>

/** Tag of a path: its first segment that is not a version. */
export const openApiTag = (route: Route) => /^\/([^/:]+)/.exec(route.path)?.[1] ?? 'other'

/** An event that the product sends as a webhook. */
export interface WebhookDoc {
  type: string
  summary: string
  schema: object
}

/** How a request identifies its API client. */
const client: Record<string, never[]>[] = [{ clientName: [], clientSecret: [] }, { clientBasic: [] }]

const securitySchemes = {
  session: { type: 'apiKey', in: 'header', name: 'x-access-token' },
  bearer: { type: 'http', scheme: 'bearer' },
  clientName: { type: 'apiKey', in: 'header', name: 'x-api-username' },
  clientSecret: { type: 'apiKey', in: 'header', name: 'x-api-secret' },
  clientBasic: {
    type: 'http',
    scheme: 'basic',
    description:
      'The same credentials as clientName and clientSecret. Send the session token in x-access-token.',
  },
}

/** Builds an OpenAPI 3.1 document of routes and webhooks from the declarations that the server validates with. */
export function buildOpenApi(routes: Route[], webhooks: readonly WebhookDoc[], product: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: product,
      version: '1',
      description:
        'Every path is served under /api on a school’s host. On the api host, paths have no prefix, and the header x-school-id names the school. Errors are RFC 9457 problem details with a stable code.',
    },
    servers: [{ url: '/' }],
    // Two ways to identify the client, each alone or with one of two ways to send a session.
    security: [
      ...client,
      ...client.flatMap((one) => [
        { ...one, session: [] },
        { ...one, bearer: [] },
      ]),
    ],
    paths,
    webhooks: Object.fromEntries(webhooks.map((doc) => [doc.type, webhookOf(doc)])),
    components: { securitySchemes, schemas: { Problem: problemSchema } },
  }
}

function operationOf(route: Route) {
  const [status, reply] = route.reply
  const refusals = refusalsOf(route)
  const statuses = [...new Set(refusals.map((code) => refusalMeaning(code)?.[0] ?? 500))].sort(
    (a, b) => a - b,
  )
  return {
    operationId: route.name,
    summary: route.summary,
    description: `For ${accessDescriptions[route.access]}.`,
    tags: [openApiTag(route)],
    ...securityOf(route),
    parameters: [
      ...parametersOf(route, 'path'),
      ...parametersOf(route, 'query'),
      ...idempotencyHeader(route),
    ],
    ...(Object.keys(route.body.properties).length && {
      requestBody: { required: true, content: { 'application/json': { schema: plain(route.body) } } },
    }),
    responses: {
      [status]: {
        description: 'Done',
        content: { 'application/json': { schema: plain(reply) }, ...csvContent(route) },
      },
      ...Object.fromEntries(statuses.map((code) => [code, refusalResponse(refusals, code)])),
    },
  }
}

/** All pages of a list in one file, for clients that accept it. */
const csvContent = ({ csv }: Route) => (csv ? { 'text/csv': { schema: { type: 'string' } } } : {})

/** Differences from the document's default `security`. */
function securityOf({ access, apiClient }: Route) {
  if (apiClient === 'optional') return access === 'public' ? { security: [{}, ...client] } : {}
  return access === 'public' ? { security: client } : {}
}

const webhookHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

const webhookOf = ({ type, summary, schema }: WebhookDoc) => ({
  post: {
    operationId: type,
    summary,
    description: 'Signed as described by Standard Webhooks. Respond with any 2xx status within five seconds.',
    tags: ['webhooks'],
    security: [],
    parameters: webhookHeaders.map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: plain(schema) } } },
    responses: {
      '2XX': { description: 'Received' },
      410: { description: 'Turns off the webhook' },
    },
  },
})

function parametersOf(route: Route, location: 'path' | 'query') {
  const schema = location === 'path' ? route.params : route.query
  const required = new Set(schema.required)
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.has(name),
    schema: plain(property as object),
  }))
}

const idempotencyHeader = (route: Route) =>
  route.idempotent
    ? [{ name: 'idempotency-key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
    : []

function refusalResponse(refusals: string[], status: number) {
  const codes = refusals.filter((code) => (refusalMeaning(code)?.[0] ?? 500) === status)
  return {
    description: codes.map((code) => `\`${code}\`: ${refusalMeaning(code)?.[1] ?? ''}`).join(' '),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

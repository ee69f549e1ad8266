import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { ProviderName } from '#payments/providers/provider.ts'

/** Documents of the providers' APIs. They lie beside the repository, and not on every machine. */
const folder = join(import.meta.dirname, '../../../../shared/payments')
export const hasDocuments = existsSync(folder)

export interface SentRequest {
  provider: ProviderName
  method: string
  path: string
  query: Record<string, string>
  body: Record<string, unknown> | null
}

/** Reads a document. */
export const readDocument = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T

/**
 * Why requests do not follow the documents, as `METHOD path: problem`; and the calls that no document describes. Stripe's documents
 * are schemas of its SDK's types, Paystack's is its OpenAPI file, and Flutterwave's is written by hand.
 */
export function checkRequests(requests: readonly SentRequest[]) {
  const checks = { stripe: stripeCheck(), paystack: paystackCheck(), flutterwave: flutterwaveCheck() }
  const problems = new Set<string>()
  const undocumented = new Set<string>()
  const checked = new Set<string>()
  for (const request of requests) {
    const call = `${request.provider} ${request.method} ${request.path}`
    const problem = checks[request.provider](request)
    if (problem === undefined) undocumented.add(call)
    else if (problem) problems.add(`${call}: ${problem}`)
    else checked.add(call)
  }
  return { problems: [...problems], undocumented: [...undocumented], checked: [...checked] }
}

/** Returns a problem, null for a request that follows the document, or undefined if no document describes it. */
type RequestCheck = (request: SentRequest) => string | null | undefined

const problemOf = (validate: ValidateFunction, body: unknown) =>
  validate(body)
    ? null
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`).join('; ')

function stripeCheck(): RequestCheck {
  // Values of a form are text.
  const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true })
  const schemas: Record<string, ValidateFunction> = {}
  for (const [call, name] of [
    ['POST /v1/checkout/sessions', 'QSessionCreate'],
    ['POST /v1/refunds', 'QRefundCreate'],
    ['POST /v1/subscriptions/{id}', 'QSubscriptionUpdate'],
    ['DELETE /v1/subscriptions/{id}', 'QSubscriptionCancel'],
    ['POST /v1/billing_portal/sessions', 'QPortalCreate'],
  ] as const)
    schemas[call] = ajv.compile(readDocument<object>(`stripe/request-schemas/${name}.json`))
  return ({ method, path, query, body }) => {
    const [, validate] = findPath(schemas, `${method} ${path}`) ?? []
    return validate && problemOf(validate, structuredClone(body ?? query))
  }
}

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: object; parameters?: { name: string; in: string }[] }>>
}

/** The operation of a path, where `{name}` stands for one part. Fixed paths win. */
function findPath<T>(paths: Record<string, T>, path: string): [template: string, T] | undefined {
  const matches = Object.entries(paths).filter(([template]) => {
    const pattern = template.replaceAll(/[.?=]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')
    return new RegExp(`^${pattern}$`).test(path)
  })
  return matches.toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))[0]
}

function paystackCheck(): RequestCheck {
  const document = readDocument<OpenApi>('paystack/paystack.trimmed.json')
  const ajv = new Ajv({ strict: false, allErrors: true })
  ajv.addSchema(document, 'paystack')
  const schemas = new Map<string, ValidateFunction>()
  return ({ method, path, body }) => {
    const [template, operations] = findPath(document.paths, path) ?? []
    const operation = operations?.[method.toLowerCase()]
    if (!template || !operation) return undefined
    if (!operation.requestBody) return null
    const pointer = `/paths/${template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method.toLowerCase()}/requestBody/content/application~1json/schema`
    const validate = schemas.get(pointer) ?? ajv.compile({ $ref: `paystack#${pointer}` })
    schemas.set(pointer, validate)
    return problemOf(validate, body)
  }
}

interface Contract {
  endpoints: Record<string, { required?: string[]; optional?: string[]; query?: string[] }>
}

/** Names of all values of a body: `customer.email`, `meta`. */
const namesOf = (value: object, prefix = ''): string[] =>
  Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'object' && one !== null && name !== 'meta'
      ? namesOf(one as object, `${prefix}${name}.`)
      : [prefix + name],
  )

function flutterwaveCheck(): RequestCheck {
  const { endpoints } = readDocument<Contract>('flutterwave/v3-contract.json')
  // Some keys name their query, and some fields a rule: `configurations.session_duration (minutes, <=1440)`.
  const byCall = Object.fromEntries(
    Object.entries(endpoints).map(([call, one]) => [call.split('?')[0]!, one]),
  )
  const bare = (names: string[] = []) => names.map((name) => name.split(' ')[0]!)
  return ({ method, path, query, body }) => {
    const found = findPath(byCall, `${method} ${path}`)
    if (!found) return undefined
    const [required, optional] = [bare(found[1].required), bare(found[1].optional)]
    const names = body ? namesOf(body) : []
    const queryNames = found[1].query
      ? Object.keys(query).filter((name) => !found[1].query!.includes(name))
      : []
    const missing = required.filter((name) => !names.includes(name))
    const unknown = names.filter((name) => ![...required, ...optional].includes(name))
    const problems = [
      ...missing.map((name) => `lacks ${name}`),
      ...[...unknown, ...queryNames].map((name) => `has ${name}`),
    ]
    return problems.join(', ') || null
  }
}

interface RequestSource {
  requests(): readonly SentRequest[]
  /** Requests that the stand-in itself refused as undocumented. */
  violations(): readonly (SentRequest & { violation: string | null })[]
}

/**
 * Throws if a request to the stand-ins does not follow the providers' documentation: by the rules of the stand-ins, and by the
 * providers' own documents on machines that have them.
 */
export function requireDocumentedRequests(sources: Record<ProviderName, RequestSource>) {
  const all = [sources.stripe, sources.paystack, sources.flutterwave]
  const refused = all
    .flatMap((source) => source.violations())
    .map(({ provider, method, path, violation }) => `${provider} ${method} ${path}: ${violation}`)
  const { problems } = hasDocuments
    ? checkRequests(all.flatMap((source) => [...source.requests()]))
    : { problems: [] }
  if (refused.length + problems.length > 0)
    throw new Error(
      `Requests to payment providers are not as documented:\n${[...refused, ...problems].join('\n')}`,
    )
}

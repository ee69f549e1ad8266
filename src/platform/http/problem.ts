import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseBusy } from '../database/database.server.ts'
import { Refusal, type FieldError, type RefusalDetails } from '../contract/refusal.ts'
import { refusalMeaning } from '../contract/refusal-codes.ts'
import { StorageUnavailableError } from '../storage/storage.ts'

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Busy',
}

/** Builds an RFC 9457 problem document. */
export function buildProblem(request: Pick<FastifyRequest, 'id'>, code: string, details: RefusalDetails) {
  const [status, detail] = refusalMeaning(code) ?? [500, code]
  return {
    type: `/api/docs#${code}`,
    title: titles[status] ?? 'Refused',
    status,
    detail,
    code,
    request_id: request.id,
    ...(details.errors && { errors: details.errors }),
    ...(details.retry_after_seconds && { retry_after_seconds: details.retry_after_seconds }),
    ...details.extra,
  }
}

/** HTTP status of a refusal; 500 for an undeclared one. */
export const refusalStatus = (code: string) => refusalMeaning(code)?.[0] ?? 500

/** Sends a problem document. */
export function sendProblem(reply: FastifyReply, code: string, details: RefusalDetails = {}) {
  if (details.retry_after_seconds) reply.header('retry-after', details.retry_after_seconds)
  const problem = buildProblem(reply.request, code, details)
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(problem)
}

/** Text that Postgres cannot store (NUL, invalid escape) is an error of the client. */
const unstorable = new Set(['22021', '22P05', '22P02', '22007', '22008', '22003'])

/** Maps any error of a request to a declared code with details. */
export function toRefusal(error: FastifyError | Error): { code: string; details: RefusalDetails } {
  if (error instanceof Refusal) return { code: error.code, details: error.details }
  const fastify = error as FastifyError
  if (fastify.validation) return { code: 'invalid_input', details: { errors: fieldErrors(fastify) } }
  if (fastify.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return { code: 'unsupported_media_type', details: {} }
  if (fastify.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { code: 'payload_too_large', details: {} }
  if (isDatabaseBusy(error)) return { code: 'busy', details: { retry_after_seconds: 2 } }
  if (error instanceof StorageUnavailableError) return { code: 'busy', details: { retry_after_seconds: 5 } }
  if (unstorable.has(fastify.code)) return { code: 'invalid_input', details: {} }
  const status = fastify.statusCode ?? 500
  if (status >= 400 && status < 500) return { code: 'malformed_body', details: {} }
  return { code: 'internal_error', details: {} }
}

const codeOfKeyword: Record<string, [code: string, message: string]> = {
  required: ['required', 'This is required.'],
  additionalProperties: ['unknown_field', 'This field does not exist.'],
  maxLength: ['too_long', 'This is too long.'],
  maxJsonBytes: ['too_long', 'This is too long.'],
  minLength: ['too_short', 'This is too short.'],
  maxItems: ['too_many', 'Too many entries.'],
  minItems: ['too_few', 'Too few entries.'],
  maximum: ['too_large', 'This number is too large.'],
  minimum: ['too_small', 'This number is too small.'],
  format: ['invalid_format', 'Invalid format.'],
  pattern: ['invalid_format', 'Invalid format.'],
  enum: ['not_a_choice', 'Choose one of the options.'],
  const: ['not_a_choice', 'Choose one of the options.'],
  type: ['wrong_type', 'Invalid value.'],
}

function fieldErrors(error: FastifyError): FieldError[] {
  const all = error.validation ?? []
  // For a nullable value only the errors of the non-null schema are useful.
  const telling = all.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null')
  const errors = telling.length ? telling : all
  return errors.map((error) => {
    const params = error.params as { missingProperty?: string; additionalProperty?: string }
    const parent = error.instancePath.slice(1).replaceAll('/', '.')
    const name = params.missingProperty ?? params.additionalProperty
    // An undeclared name may be as long as the body.
    const path = [parent, name].filter(Boolean).join('.').slice(0, 300)
    const [code, message] = codeOfKeyword[error.keyword] ?? ['invalid', 'Invalid value.']
    return { path, code, message }
  })
}

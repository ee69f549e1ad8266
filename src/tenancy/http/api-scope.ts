import type { FastifyInstance, FastifyRequest } from 'fastify'
import { compressResponses } from '#platform/http/compression.ts'
import { acceptJsonBodies } from '#platform/http/json-body.ts'
import { sendProblem, toRefusal } from '#platform/http/problem.ts'
import { commonRefusals, type Route } from '../contract/define-route.ts'
import { createReplySerializer, createValidator } from '#platform/contract/validation.ts'
import { checkApiClient } from './build-request-context.ts'
import type { Services } from './services.ts'

/**
 * Prepares the API prefix: JSON bodies and replies by the contracts' schemas, problem details for every error
 * (RFC 9457), and the check of API clients.
 */
export function prepareApiScope(app: FastifyInstance, services: Services) {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const validate = createValidator(schema as object, httpPart === 'body')
    return (value: unknown) => ({ error: validate(value) ?? undefined })
  })
  app.setSerializerCompiler(({ schema }) => createReplySerializer(schema as object))
  app.setErrorHandler((error: Error, request, reply) => {
    const { code, details } = describeFailure(services, request, error)
    return sendProblem(reply, code, details)
  })
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, 'not_found'))
  // There are no pages below this prefix.
  app.get('/*', (_request, reply) => sendProblem(reply, 'not_found'))
  acceptJsonBodies(app)
  compressResponses(app)
  app.decorateRequest('client', null)
  app.addHook('onRequest', async (request, reply) => {
    // A response opened directly runs nothing, and cannot be framed.
    reply.header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
    await checkApiClient(services, request, reply)
  })
}

/**
 * Converts any failure of a request to its refusal. Logs unexpected errors, and refusals that the contract does
 * not declare.
 */
export function describeFailure(services: Services, request: FastifyRequest, error: Error) {
  const refusal = toRefusal(error)
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'request failed')
  checkDeclared(services, request, refusal.code)
  return refusal
}

function checkDeclared(services: Services, request: FastifyRequest, code: string) {
  const { route } = request.routeOptions.config as { route?: Route }
  if (!route) return
  services.onRefusal?.(route, code)
  if (!(code in commonRefusals) && !route.refusals.includes(code))
    request.log.error({ code, route: route.name }, 'refusal that its contract does not declare')
}

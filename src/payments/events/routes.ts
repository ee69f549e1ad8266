import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/contract/refusal.ts'
import { sendProblem, toRefusal } from '#platform/http/problem.ts'
import { systemActor } from '#tenancy/access/actor.ts'
import { contextFor } from '#tenancy/context/context-for.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { brandForHost } from '#tenancy/hosts/hosts.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { providerNames } from '../provider-accounts/choose-provider.ts'
import { InvalidSignature, InvalidWebhookBody, type ProviderName } from '../providers/provider.ts'
import { contextOfEvent, receiveEvent } from './receive-event.ts'

const maxBodyBytes = 1024 * 1024

/**
 * Registers `POST /api/payments/v1/webhooks/{provider}`, outside of the JSON API: signatures cover the exact bytes of the
 * body, and providers send no API client.
 */
export async function registerPaymentWebhookRoute(app: FastifyInstance, services: Services) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: Error, request, reply) => sendFailure(error, request, reply))
    scope.post('/api/payments/v1/webhooks/:provider', { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const { provider } = request.params as { provider: string }
      if (!(providerNames as readonly string[]).includes(provider)) throw new Refusal('not_found')
      await receive(services, request, provider as ProviderName)
      return reply.code(200).send({ received: true })
    })
  })
}

async function receive(services: Services, request: FastifyRequest, provider: ProviderName) {
  const { tenant } = request
  const school = tenant.kind === 'school' ? tenant.school : null
  const context = contextFor(services, {
    school: school ?? { school_id: PLATFORM_ID, brand: brandForHost(tenant) },
    actor: systemActor,
    source: { request_id: request.id, request_source: 'webhook', address: request.ip },
  })
  const options = { onSchoolInvalidated: services.onSchoolInvalidated }
  const transact = <T>(work: Parameters<typeof runTransaction<T>>[2]) =>
    runTransaction(context, options, work)
  await receiveEvent(
    { ...context, transact },
    {
      provider,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      headers: request.headers as Record<string, string | undefined>,
    },
    (of, work) => runTransaction(contextOfEvent(context, of), options, work),
  )
}

function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof InvalidSignature) {
    request.log.warn({ reason: error.reason }, 'webhook of a provider refused')
    return sendProblem(reply, 'unauthenticated')
  }
  if (error instanceof InvalidWebhookBody) return sendProblem(reply, 'malformed_body')
  const { code, details } = toRefusal(error)
  if (code === 'internal_error') request.log.error({ err: error }, 'request failed')
  return sendProblem(reply, code, details)
}

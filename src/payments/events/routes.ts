import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/contract/refusal.ts'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import { createBodyBudget } from '#platform/http/body-budget.ts'
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
import { createWebhookSenders } from './webhook-senders.ts'

const maxBodyBytes = 1024 * 1024

/** Bytes of large webhooks in memory, in total and per address: few, because their senders are not identified yet. */
const webhookBytes = 8 * maxBodyBytes
const webhookBytesPerAddress = 4 * maxBodyBytes

const signatureHeaders: Record<ProviderName, string> = {
  stripe: 'stripe-signature',
  paystack: 'x-paystack-signature',
  flutterwave: 'verif-hash',
}

/**
 * Registers `POST /api/payments/v1/webhooks/{provider}`, outside of the JSON API: signatures cover the exact bytes of the
 * body, and providers send no API client. The body is read last.
 */
export async function registerPaymentWebhookRoute(app: FastifyInstance, services: Services) {
  const limits = createWebhookLimits(services)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: Error, request, reply) => {
      if (error instanceof InvalidSignature) limits.countForged(request, error)
      return sendFailure(error, request, reply)
    })
    scope.post(
      '/api/payments/v1/webhooks/:provider',
      { bodyLimit: maxBodyBytes, onRequest: limits.checkSender, preParsing: limits.reserveBody },
      async (request, reply) => {
        await receive(services, request, () => limits.noteAccepted(request))
        return reply.code(200).send({ received: true })
      },
    )
  })
}

/** Creates the checks that run before a webhook is read, and counts their results. */
function createWebhookLimits(services: Services) {
  const senders = createWebhookSenders()
  const budget = createBodyBudget(webhookBytes, webhookBytesPerAddress)
  const now = () => services.now?.() ?? new Date()
  return {
    async checkSender(request: FastifyRequest) {
      const { provider } = request.params as { provider: string }
      if (!isProvider(provider)) throw new Refusal('not_found')
      if (senders.limitOf(request.ip, now()) === 'refused') throw tooManyForged()
      if (!request.headers[signatureHeaders[provider]]) throw new InvalidSignature('missing_header')
    },
    async reserveBody(request: FastifyRequest, reply: FastifyReply) {
      // A body without a length may reach the limit. A longer one is refused by its length.
      const bytes = Number(request.headers['content-length'] ?? maxBodyBytes)
      if (bytes <= defaultBodyLimitBytes || bytes > maxBodyBytes) return
      if (senders.limitOf(request.ip, now()) !== 'allowed') throw tooManyForged()
      for (const { reserve } of [budget, services.bodyBudget]) {
        const release = reserve(request.ip, bytes)
        if (!release) throw new Refusal('busy', { retry_after_seconds: 2 })
        reply.raw.once('finish', release).once('close', release)
      }
    },
    noteAccepted: (request: FastifyRequest) => senders.noteAccepted(request.ip, now()),
    countForged(request: FastifyRequest, { reason }: InvalidSignature) {
      const count = senders.countForged(request.ip, now())
      if (count !== null) request.log.warn({ reason, count }, 'webhook of a provider refused')
    },
  }
}

const isProvider = (name: string): name is ProviderName => (providerNames as readonly string[]).includes(name)
const tooManyForged = () => new Refusal('too_many_requests', { retry_after_seconds: 60 })

/** Verifies and stores a webhook. Calls `onVerified` once its signature is valid. */
async function receive(services: Services, request: FastifyRequest, onVerified: () => void) {
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
      provider: (request.params as { provider: ProviderName }).provider,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      headers: request.headers as Record<string, string | undefined>,
      onVerified,
    },
    (of, work) => runTransaction(contextOfEvent(context, of), options, work),
  )
}

function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof InvalidSignature) return sendProblem(reply, 'unauthenticated')
  if (error instanceof InvalidWebhookBody) return sendProblem(reply, 'malformed_body')
  const { code, details } = toRefusal(error)
  if (code === 'internal_error') request.log.error({ err: error }, 'request failed')
  return sendProblem(reply, code, details)
}

import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { filterConsentedUsers } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { parseEnvelope, jsonObject, type EnvelopeItem } from '#platform/error-reports/envelope.ts'
import { scrubValue, scrubRecording } from '#platform/error-reports/scrub-value.ts'
import { createErrorSender } from '#platform/error-reports/create-error-sender.ts'
import { ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input } from '#platform/contract/route.ts'
import { signHmac } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'

/** Maximum bytes of an event or trace; only recordings may be larger. */
const maxDocument = 64 * 1024
const maxBreadcrumbs = 30
/** Maximum bytes of a decompressed envelope. */
const maxUnpacked = 1_500_000
const inflate = promisify(gunzip)

/**
 * Forwards a browser's report after removing personal data. Without consent, a report has no person and screen
 * recordings are dropped.
 */
export async function relayErrorReport(ctx: Ctx, input: Input<typeof contract.sendErrorReport>) {
  const config = ensureFound(ctx.config.errorReporting)
  const text = (await unpacked(input)) ?? ''
  const envelope =
    parseEnvelope(text) ?? refuseInvalidField('envelope', 'malformed', 'This is not an envelope.')
  const user = await pseudonymOf(ctx)
  const items = envelope.items.flatMap((item) => relayedItem(ctx, item, user) ?? [])
  const { event_id } = envelope
  if (items.length > 0) ctx.afterCommit(() => createErrorSender(config, ctx.log).send({ event_id, items }))
  return okReply
}

/** Null if the envelope cannot be decompressed within the limit. */
async function unpacked({ envelope, encoding }: Input<typeof contract.sendErrorReport>) {
  if (encoding === undefined) return envelope
  const options = { maxOutputLength: maxUnpacked }
  return inflate(Buffer.from(envelope, 'base64'), options).then(
    (bytes) => bytes.toString(),
    () => null,
  )
}

/** A pseudonym that is the same in all reports of a person at a school; null without consent. */
async function pseudonymOf(ctx: Ctx) {
  const { actor, school, school_id, config, has_tracking_opt_out } = ctx
  if (!school || actor.support || actor.role === 'visitor' || has_tracking_opt_out) return null
  const consented = await filterConsentedUsers(ctx, 'error_reports', [actor.id])
  return consented.has(actor.id)
    ? signHmac(config.appSecret, 'error-report', school_id, actor.id).slice(0, 22)
    : null
}

function relayedItem(ctx: Ctx, { type, payload }: EnvelopeItem, user: string | null): EnvelopeItem | null {
  const isReplay = type === 'replay_event' || type === 'replay_recording'
  if (isReplay && user === null) return null
  if (type === 'replay_recording') return { type, payload: scrubRecording(payload) }
  if (type !== 'event' && type !== 'transaction' && type !== 'replay_event') return null
  if (payload.length > maxDocument) return null
  const document = jsonObject(payload)
  return document && { type, payload: JSON.stringify(relayedDocument(ctx, document, user)) }
}

function relayedDocument(ctx: Ctx, document: Record<string, unknown>, user: string | null) {
  const { errorReporting } = ctx.config
  const { user: _theirs, breadcrumbs, tags, ...rest } = document
  const { environment, release } = errorReporting!
  return {
    ...(scrubValue(rest) as object),
    ...(Array.isArray(breadcrumbs) && { breadcrumbs: scrubValue(breadcrumbs.slice(-maxBreadcrumbs)) }),
    tags: { ...(scrubValue(tags ?? {}) as object), school_id: ctx.school_id, user_type: ctx.actor.role },
    environment,
    ...(release && { release }),
    ...(user && { user: { id: user } }),
  }
}

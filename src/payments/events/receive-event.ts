import type { RequestContext, CtxWithoutTx, Ctx } from '#tenancy/context/request-context.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import { PLATFORM_ID, type School } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { openAccount, ownAccounts, platformAccount } from '../provider-accounts/payment-accounts.ts'
import { webhookAccountCache } from '../provider-accounts/webhook-account-cache.ts'
import { handlePaymentEventJob } from '../job-handles.ts'
import { InvalidSignature, type ProviderName, type WebhookEvent } from '../providers/provider.ts'
import { parsePaymentReference } from '../records/payment-reference.ts'

interface Received {
  provider: ProviderName
  body: Buffer
  headers: Readonly<Record<string, string | undefined>>
  /** Called once the signature is valid. */
  onVerified: () => void
}

type TransactAs = <T>(school: School | null, work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Verifies a webhook and stores it for the school that its reference names. A repetition is stored once. Throws
 * `InvalidSignature` or `InvalidWebhookBody`.
 */
export async function receiveEvent(
  ctx: RequestContext & Pick<CtxWithoutTx, 'transact'>,
  received: Received,
  transactAs: TransactAs,
): Promise<void> {
  const { event, payment_account_id } = await readEvent(ctx, received)
  received.onVerified()
  const isPlatformAccount = payment_account_id === null
  if (!isPlatformAccount) await ctx.transact((tx) => recordLastWebhook(tx, payment_account_id))
  const subject = event.subject
  const reference = subject && 'reference' in subject ? subject.reference : null
  const target = reference === null ? null : parsePaymentReference(reference)
  // A school's own account must not reach the payments of another school.
  const isAllowed = target !== null && (isPlatformAccount || target.school_id === ctx.school_id)
  const named = isAllowed ? await ctx.hosts.byId(target.school_id) : null
  const isSchoolPlan = isPlatformAccount && received.provider === 'stripe' && subject?.kind === 'subscription'
  const school = isSchoolPlan ? null : (named ?? ctx.school)
  await transactAs(school, (tx) =>
    storeEvent(tx, received, {
      event,
      topic: isSchoolPlan ? 'school_plan' : 'payment',
      payment_account_id,
      attempt_id: named && target ? target.attempt_id : null,
    }),
  )
}

/** Tries the keys of all accounts that may send webhooks to this host. */
async function readEvent(ctx: RequestContext & Pick<CtxWithoutTx, 'transact'>, received: Received) {
  const { provider, body, headers } = received
  const platform = platformAccount(ctx, provider)
  const load = () => ctx.transact((tx) => ownAccounts(tx, provider))
  const own = ctx.school ? await webhookAccountCache.read({ school_id: ctx.school_id, provider }, load) : []
  const accounts = platform ? [...own, platform] : own
  let refused = new InvalidSignature('no_key')
  for (const account of accounts)
    try {
      const event: WebhookEvent = (await openAccount(ctx, account)).readWebhook(body, headers, ctx.now)
      return { event, payment_account_id: account.payment_account_id }
    } catch (error) {
      if (!(error instanceof InvalidSignature)) throw error
      refused = error
    }
  throw refused
}

const minuteMs = 60_000

/** Stores when the account's last webhook arrived, at most once a minute, so that webhooks do not wait for each other. */
const recordLastWebhook = ({ tx, school_id, now }: Ctx, id: string) =>
  tx
    .updateTable('payment_accounts')
    .set({ last_webhook_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('last_webhook_at', 'is', null),
        where('last_webhook_at', '<', new Date(now.getTime() - minuteMs)),
      ]),
    )
    .execute()

interface StoredSubject {
  /** The school’s account that signed it; null for the platform’s. */
  payment_account_id: string | null
  topic: 'payment' | 'school_plan'
  attempt_id: string | null
}

async function storeEvent(
  ctx: Ctx,
  { provider, body }: Received,
  { event, topic, attempt_id, payment_account_id }: StoredSubject & { event: WebhookEvent },
) {
  const { tx, school_id, now } = ctx
  const { subject } = event
  const provider_dispute_id = subject?.kind === 'dispute' ? subject.provider_dispute_id : null
  const isHandled = attempt_id !== null || provider_dispute_id !== null || topic === 'school_plan'
  const stored = await tx
    .insertInto('payment_events')
    .values({
      school_id,
      id: newId(),
      provider,
      dedup_key: event.dedup_key,
      event_type: event.type.slice(0, 100),
      topic,
      attempt_id,
      provider_dispute_id,
      payment_account_id,
      body,
      state: isHandled ? 'received' : 'ignored',
      next_try_at: now,
      received_at: now,
    })
    .onConflict((oc) => oc.columns(['school_id', 'provider', 'dedup_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored || !isHandled) return
  await ctx.enqueue(handlePaymentEventJob, { event_id: stored.id }, { priority: 'soon' })
}

/** The context in which events are stored: of the school, or of the platform for an event that names none. */
export const contextOfEvent = (context: RequestContext, school: School | null): RequestContext =>
  asSchool(context, school ?? { school_id: PLATFORM_ID })

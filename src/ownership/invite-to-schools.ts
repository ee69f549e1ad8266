import { sql } from 'kysely'
import { normalizeEmail, withOwnedSchool, invite, verifyOwner } from '#accounts/index.ts'
import { ensureActorEmailConfirmed } from '#mail/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { offerLifetimeMs } from './offer-transfer.ts'
import { mailOffer } from './mails.ts'
import { deleteExpiredOffers, ensureNotClosing, listOwners } from './queries.ts'

type Outcome = Reply<typeof contract.inviteToSchools>['data'][number]['outcome']

/** One transaction per school: a refusal of one does not block the others. */
export async function inviteToSchools(
  ctx: CtxWithoutTx,
  { email, role, school_ids, ...proof }: Input<typeof contract.inviteToSchools>,
): Promise<Reply<typeof contract.inviteToSchools>> {
  await verifyOwner(ctx, proof)
  if (role === 'owner') await ctx.transact(ensureActorEmailConfirmed)
  const token = newToken()
  const to_email = normalizeEmail(email)
  const data: { school_id: string; outcome: Outcome }[] = []
  const names: string[] = []
  for (const school_id of school_ids) {
    const outcome = await outcomeOf(() =>
      withOwnedSchool(ctx, school_id, async (txCtx) => {
        await ensureNotClosing(txCtx)
        if (role === 'admin') await invite(txCtx, { email, role })
        else {
          await offerTogether(txCtx, to_email, token)
          names.push(txCtx.school!.name)
        }
      }),
    )
    data.push({ school_id, outcome })
  }
  // One mail for all schools; an invited admin gets one per school.
  if (names.length > 0)
    await ctx.transact((txCtx) => mailOffer(txCtx, { kind: 'co_owner', to_email, token, schools: names }))
  return { data }
}

async function outcomeOf(work: () => Promise<void>): Promise<Outcome> {
  try {
    await work()
    return 'invited'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'email_taken' || error.code === 'already_owner') return 'already_here'
    if (error.code === 'not_found' || error.code === 'school_closing') return 'not_possible'
    throw error
  }
}

/** If repeated, only the newest link works. */
async function offerTogether(ctx: Ctx, to_email: string, token: string) {
  const { tx, school_id, actor, brand, now } = ctx
  const owners = await listOwners(ctx, school_id)
  if (owners.some((owner) => normalizeEmail(owner.email) === to_email)) throw new Refusal('already_owner')
  await deleteExpiredOffers(ctx, school_id)
  const fresh = {
    token_hash: hashToken(token),
    from_account_id: actor.account_id!,
    expires_at: new Date(now.getTime() + offerLifetimeMs),
  }
  await tx
    .insertInto('ownership_offers')
    .values({
      ...fresh,
      id: newId(),
      school_id,
      kind: 'co_owner',
      root_domain: brand.key,
      to_email,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'to_email'])
        // A literal, because a prepared plan matches the partial index by constants only.
        .where('kind', '=', sql.lit('co_owner'))
        .where('state', '=', sql.lit('open'))
        .doUpdateSet(fresh),
    )
    .execute()
  await ctx.audit('school.owner_invited', ['school', school_id], { email: to_email })
}

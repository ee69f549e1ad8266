import { deleteMailsTo } from '#mail/index.ts'
import { anonymizeAccountInAuditLog } from '#tenancy/audit/erase-from-audit-log.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { endAccountSessions } from '../passwords/account-password.ts'
import type * as contract from '../contract.ts'
import { personErasureDue } from '../events.ts'
import { withSchool, findOwnerByAccount } from '../owners/with-owned-school.ts'
import { eraseAccountJob } from '../job-handles.ts'
import { mailAccountErasure } from './mail-account-erasure.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import { verifyOwner } from '../verification/verify-owner.ts'
import { findAccount, listActiveOwnerIds } from '../users/user-queries.ts'

/** The same period in milliseconds as for users of a school. */
const graceMs = 7 * 86_400_000

export async function getAccountErasure(ctx: Ctx): Promise<Reply<typeof contract.getAccountErasure>> {
  return { schools: await schoolsInTheWay(ctx, ctx.actor.id) }
}

/** Schools without another remaining owner: they must be transferred or closed first. */
function schoolsInTheWay({ tx }: Pick<Ctx, 'tx'>, account_id: string) {
  return tx
    .selectFrom('account_schools as s')
    .innerJoin('school_directory as d', 'd.school_id', 's.school_id')
    .where('s.account_id', '=', account_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_schools as o')
            .innerJoin('accounts as a', 'a.id', 'o.account_id')
            .whereRef('o.school_id', '=', 's.school_id')
            .where('o.account_id', '<>', account_id)
            .where('a.erase_at', 'is', null)
            .select('a.id'),
        ),
      ),
    )
    .select(['d.school_id', 'd.name'])
    .orderBy('d.name')
    .orderBy('d.school_id')
    .limit(100)
    .execute()
}

export async function eraseAccount(
  ctx: CtxWithoutTx,
  proof: Input<typeof contract.eraseAccount>,
): Promise<Reply<typeof contract.eraseAccount>> {
  const { id } = ctx.actor
  await verifyOwner(ctx, proof)
  const erase_at = await ctx.transact((txCtx) => plan(txCtx, id))
  await endAccountSessions(ctx, id, null)
  return { erase_at }
}

async function plan(ctx: Ctx, id: string) {
  const { tx, now } = ctx
  const account = ensureFound(
    await tx.selectFrom('accounts').where('id', '=', id).selectAll().forUpdate().executeTakeFirst(),
  )
  const schools = await schoolsInTheWay(ctx, id)
  if (schools.length > 0) throw new Refusal('last_owner', { extra: { schools } })
  const erase_at = account.erase_at ?? new Date(now.getTime() + graceMs)
  await tx.updateTable('accounts').set({ erase_at }).where('id', '=', id).execute()
  await deleteTokens(ctx, id)
  await ctx.enqueue(eraseAccountJob, { account_id: id }, { run_at: erase_at, job_key: `erase-account/${id}` })
  await ctx.audit('account.erasure_scheduled', ['account', id], { erase_at })
  if (!account.erase_at) await mailAccountErasure(ctx, account, erase_at)
  return erase_at
}

/**
 * On the erasure date: the user of each school is erased in its own transaction, then the account. Safe to
 * repeat; runs again while a school is left.
 */
export async function runEraseAccount(ctx: CtxWithoutTx, { account_id }: { account_id: string }) {
  const due = await ctx.transact((txCtx) => dueAccount(txCtx, account_id))
  if (!due) return
  const owned = await ctx.db
    .selectFrom('account_schools')
    .where('account_id', '=', account_id)
    .select('school_id')
    .execute()
  for (const { school_id } of owned) await withSchool(ctx, school_id, (txCtx) => leave(txCtx, account_id))
  if (owned.length === 0) await ctx.transact((txCtx) => remove(txCtx, account_id))
}

/**
 * Locked until commit. Null if there is nothing to do, or if a school needs this owner because its co-owners
 * left.
 */
async function dueAccount(ctx: Ctx, account_id: string) {
  const { tx, now } = ctx
  const account = await tx
    .selectFrom('accounts')
    .where('id', '=', account_id)
    .where('erase_at', '<=', now)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!account) return null
  const schools = await schoolsInTheWay(ctx, account_id)
  if (schools.length === 0) return account
  await tx.updateTable('accounts').set({ erase_at: null }).where('id', '=', account_id).execute()
  await ctx.audit('account.erasure_cancelled', ['account', account_id], {
    schools: schools.map(({ school_id }) => school_id),
  })
  return null
}

/** The user of a school is erased by the same job as other people. */
async function leave(ctx: Ctx, account_id: string) {
  const { tx, school_id, now } = ctx
  await listActiveOwnerIds(ctx)
  const owner = await findOwnerByAccount(ctx, account_id)
  if (!owner) {
    await tx
      .deleteFrom('account_schools')
      .where('account_id', '=', account_id)
      .where('school_id', '=', school_id)
      .execute()
    return
  }
  await tx
    .updateTable('users')
    .set({ erase_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', owner.id)
    .execute()
  await ctx.emit(personErasureDue, { user_id: owner.id })
}

async function remove(ctx: Ctx, account_id: string) {
  const { tx, school_id } = ctx
  const account = await findAccount(ctx, account_id)
  if (!account) return
  await anonymizeAccountInAuditLog(tx, account_id)
  await deleteMailsTo(ctx, { user_id: account_id, recipient: account.email })
  await tx
    .deleteFrom('one_time_tokens')
    .where('school_id', '=', school_id)
    .where('user_id', '=', account_id)
    .execute()
  await tx.deleteFrom('accounts').where('id', '=', account_id).execute()
  await ctx.audit('account.erased', ['account', account_id])
}

/** Accounts whose job was parked or lost, or was delayed by a school. */
export async function eraseOverdueAccounts(ctx: CtxWithoutTx) {
  const due = await ctx.db
    .selectFrom('accounts')
    .where('erase_at', '<=', ctx.now)
    .select('id')
    .limit(1_000)
    .execute()
  for (const { id: account_id } of due)
    await ctx.transact((txCtx) =>
      txCtx.enqueue(eraseAccountJob, { account_id }, { job_key: `erase-account/${account_id}` }),
    )
}

import type { Ctx } from '#tenancy/context/request-context.ts'
import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from '../contract.ts'
import { insertInvitations } from './insert-invitations.ts'
import { readInvitationList, type Invitee, type ListError } from './invitation-list.ts'
import type { InvitedRole } from './invitations.ts'
import { invitationStatus } from '../policy.ts'
import { rolesForLogin } from '../users/roles.ts'

const rowsAtOnce = 500
const maxInFile = 10_000

/** Invites everybody of a list who can be invited; a dry run only reports. */
export async function inviteMany(
  ctx: Ctx,
  { role, list, dry_run, notify }: Input<typeof contract.inviteMany>,
): Promise<Reply<typeof contract.inviteMany>> {
  const { tx, school_id } = ctx
  // Locks the school, so that concurrent lists see each other's invitations.
  await tx.selectFrom('schools').where('school_id', '=', school_id).select('school_id').forUpdate().execute()
  const read = readInvitationList(list)
  const { free, errors } = await sort(ctx, role, read.people)
  const all = [...read.errors, ...errors].toSorted((a, b) => a.line - b.line)
  if (!dry_run && free.length > 0) await insert(ctx, { role, people: free, notify })
  return { ready: free.length, invited: dry_run ? 0 : free.length, errors: all.slice(0, 2_500) }
}

/** Existing users and open invitations. */
async function sort(ctx: Ctx, role: InvitedRole, people: Invitee[]) {
  const existing = new Set<string>()
  const invited = new Set<string>()
  for (const batch of batches(people)) {
    const emails = batch.map(({ email }) => email)
    for (const { email } of await usersAmong(ctx, role, emails)) existing.add(email)
    for (const { email } of await invitedAmong(ctx, role, emails)) invited.add(email)
  }
  const errors: ListError[] = []
  const free = people.filter(({ line, name, email }) => {
    const code = existing.has(email) ? 'already_here' : invited.has(email) ? 'already_invited' : null
    if (code) errors.push({ line, text: [name, email].filter(Boolean).join(', '), code })
    return code === null
  })
  return { free, errors }
}

const usersAmong = ({ tx, school_id }: Ctx, role: InvitedRole, emails: string[]) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('email', 'in', emails)
    .where('role', 'in', rolesForLogin(role))
    .where('status', '<>', 'removed')
    .select('email')
    .execute()

const invitedAmong = ({ tx, school_id, now }: Ctx, role: InvitedRole, emails: string[]) =>
  tx
    .selectFrom('invitations')
    .where('school_id', '=', school_id)
    .where('email', 'in', emails)
    .where('role', '=', role)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select('email')
    .execute()

async function insert(ctx: Ctx, { role, people, notify }: Parameters<typeof insertInvitations>[1]) {
  for (const batch of batches(people)) await insertInvitations(ctx, { role, people: batch, notify })
  await ctx.audit('invitation.batch_sent', ['school', ctx.school_id], { role, count: people.length, notify })
}

function* batches<T>(rows: readonly T[]) {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce)
}

/** The invitations as a table with formulas escaped. */
export async function exportInvitations(ctx: Ctx): Promise<Reply<typeof contract.exportInvitations>> {
  const { tx, school_id, now, locale } = ctx
  const t = translator(locale)
  const rows = await tx
    .selectFrom('invitations')
    .where('school_id', '=', school_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxInFile)
    .selectAll()
    .execute()
  const columns = ['name', 'email', 'role', 'status', 'created_at', 'expires_at'] as const
  const lines = rows.map((row) =>
    csvLine([
      row.name,
      row.email,
      t(`accounts:csv.roles.${row.role as InvitedRole}`),
      t(`accounts:csv.statuses.${invitationStatus(row, now)}`),
      row.created_at,
      row.expires_at,
    ]),
  )
  return { text: byteOrderMark + csvLine(columns.map((name) => t(`accounts:csv.${name}`))) + lines.join('') }
}

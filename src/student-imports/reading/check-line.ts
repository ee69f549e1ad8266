import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { LineErrorCode, LineStatus } from './line-codes.ts'

export interface CheckedLine {
  status: LineStatus
  code: LineErrorCode | null
  user_id: string | null
  invitation_id: string | null
  /** Whether the line adds a user code to a person without one. */
  gives_code: boolean
}

interface Line {
  email: string
  user_code: string
}

const found: Omit<CheckedLine, 'status'> = {
  code: null,
  user_id: null,
  invitation_id: null,
  gives_code: false,
}
const invalidLine = (code: LineErrorCode): CheckedLine => ({ ...found, status: 'invalid', code })

/** Which lines belong to existing, invited or new students. To write with the result, lock the school first. */
export async function checkLine(ctx: Ctx, lines: readonly Line[]): Promise<CheckedLine[]> {
  const emails = lines.map((line) => line.email)
  const codes = lines.map((line) => line.user_code).filter(Boolean)
  const users = await usersAmong(ctx, emails, codes)
  const students = users.filter(({ role }) => role === 'student')
  const byEmail = new Map(students.map((user) => [user.email, user]))
  const byCode = new Map(users.flatMap((user) => (user.user_code ? [[user.user_code, user] as const] : [])))
  const invitations = await invitationsAmong(ctx, emails, codes)
  const invited = new Map(invitations.map((one) => [one.email, one]))
  const promised = new Map(invitations.flatMap((one) => (one.user_code ? [[one.user_code, one.email]] : [])))

  return lines.map(({ email, user_code }) => {
    const holder = user_code ? byCode.get(user_code) : undefined
    if (!email && holder?.role === 'student') return { ...found, status: 'existing', user_id: holder.id }
    if (!email) return invalidLine('no_address')
    const user = byEmail.get(email)
    if (holder && holder.id !== user?.id) return invalidLine('code_taken')
    const isPromised = user_code && promised.has(user_code) && promised.get(user_code) !== email
    if (isPromised) return invalidLine('code_taken')
    if (user) {
      if (user_code && user.user_code && user.user_code !== user_code) return invalidLine('code_differs')
      return {
        ...found,
        status: 'existing',
        user_id: user.id,
        gives_code: Boolean(user_code && !user.user_code),
      }
    }
    const open = invited.get(email)
    if (!open) return { ...found, status: 'new' }
    const gives_code = Boolean(user_code && !open.user_code)
    return { ...found, status: 'already_invited', invitation_id: open.id, gives_code }
  })
}

const usersAmong = ({ tx, school_id }: Ctx, emails: string[], codes: string[]) =>
  tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('status', '<>', 'removed')
    .where((eb) =>
      eb.or([sql<boolean>`email = any(${emails}::text[])`, sql<boolean>`user_code = any(${codes}::text[])`]),
    )
    .select(['id', 'email', 'user_code', 'role'])
    .execute()

const invitationsAmong = ({ tx, school_id, now }: Ctx, emails: string[], codes: string[]) =>
  tx
    .selectFrom('invitations')
    .where('school_id', '=', school_id)
    .where('role', '=', 'student')
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([sql<boolean>`email = any(${emails}::text[])`, sql<boolean>`user_code = any(${codes}::text[])`]),
    )
    .select(['id', 'email', 'user_code'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

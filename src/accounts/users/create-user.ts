import { ensureStudentSeat } from '#plans/index.ts'
import type { Ctx, Role } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint, json } from '#platform/database/database.server.ts'
import type { Json } from '#platform/database/database-types.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { newId } from '#platform/security/tokens.ts'
import { addToSchoolDirectory } from './school-directory.ts'
import { normalizeEmail } from './login-name.ts'
import { publishUserEvent } from './publish-user-event.ts'
import type { UserRow } from './user-details-view.ts'

export interface NewUser {
  role: Role
  email: string
  name: string
  status?: 'active' | 'awaiting_acceptance'
  /** The account whose password this user has: account users only. */
  account_id?: string
  password_hash?: string | null
  /** Set where the address was shown to be the person's: by an invitation, an issuer or a mailed link. */
  email_verified_at?: Date
  user_code?: string
  first_name?: string | null
  last_name?: string | null
  country?: string | null
  language?: string
  custom_auth_input?: Json
  /** The questions behind it, by the same keys. */
  registration_question_labels?: Json
  /** Of the school's texts, where the person has not accepted what is in force: see `documentsAcceptedAtRegistration`. */
  accepted_terms_version?: number
  accepted_privacy_version?: number
}

/** Adds a person to the school of the context. Refuses `email_taken`, also where two arrive at once, and a
 * student for whom the plan has no place. */
export async function createUser(ctx: Ctx, person: NewUser): Promise<UserRow> {
  const { custom_auth_input = {}, registration_question_labels = {}, email, name, ...rest } = person
  if (person.role === 'student') await ensureStudentSeat(ctx)
  try {
    const person = await ctx.tx
      .insertInto('users')
      .values({
        ...rest,
        school_id: ctx.school_id,
        id: newId(),
        email: normalizeEmail(email),
        name: name.trim(),
        custom_auth_input: json(custom_auth_input),
        registration_question_labels: json(registration_question_labels),
        created_at: ctx.now,
        updated_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await addToSchoolDirectory(ctx, [person.email])
    await publishUserEvent(ctx, person, null)
    return person
  } catch (error) {
    throw translateUniqueViolation(error)
  }
}

/** The refusal for a broken unique index of users, else the error as it is. */
export function translateUniqueViolation(error: unknown): unknown {
  const broken = violatedUniqueConstraint(error)
  if (broken === 'users_login') return new Refusal('email_taken')
  if (broken === 'users_code') return new Refusal('user_code_taken')
  return error
}

import { ensureStudentSeat } from '#plans/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
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
  /** Account of an owner, which has the password. */
  account_id?: string
  password_hash?: string | null
  /** Set if the address is verified by an invitation, an issuer or a mailed link. */
  email_verified_at?: Date
  user_code?: string
  first_name?: string | null
  last_name?: string | null
  country?: string | null
  language?: string
  custom_auth_input?: Json
  /** Texts of the questions, by the same keys. */
  registration_question_labels?: Json
  /** Accepted version of the school's texts: see `documentsAcceptedAtRegistration`. */
  accepted_terms_version?: number
  accepted_privacy_version?: number
}

/**
 * Creates a user of the context's school. Refuses `email_taken`, also for concurrent requests, and students
 * beyond the plan limit.
 */
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

/** Converts a violation of a unique index of users to its refusal; returns any other error unchanged. */
export function translateUniqueViolation(error: unknown): unknown {
  const broken = violatedUniqueConstraint(error)
  if (broken === 'users_login') return new Refusal('email_taken')
  if (broken === 'users_code') return new Refusal('user_code_taken')
  return error
}

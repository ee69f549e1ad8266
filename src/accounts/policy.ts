import { isAdmin, isStaff, type Actor, type ActorRole, type Role } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export type UserStatus = 'active' | 'awaiting_acceptance' | 'suspended' | 'removed'

export interface PolicyUser {
  id: string
  role: Role
  status: UserStatus
}

/** Checked only after the right password, so that the status is not revealed to others. */
export function mayLogIn(person: { status: UserStatus }): Verdict {
  if (person.status === 'awaiting_acceptance') return refuse('awaiting_acceptance')
  if (person.status === 'suspended') return refuse('account_suspended')
  return person.status === 'active' ? allow : refuse('credentials_wrong')
}

/**
 * A school's own issuer never logs an owner in: otherwise an admin could configure one to become owner. A person
 * linked to one subject cannot log in with another, such as a reassigned address.
 */
export function mayLogInWithOidc(
  person: Pick<PolicyUser, 'role'>,
  issuer: 'platform' | 'school',
  isLinkedElsewhere: boolean,
): Verdict {
  if (issuer === 'school' && person.role === 'account_user') return refuse('owner_oidc_forbidden')
  return isLinkedElsewhere ? refuse('email_linked_to_other_identity') : allow
}

/** Second step of a login: none, a code, or enrolment first. */
export type FactorRequirement = 'none' | 'challenge' | 'enrol'

/** Required for support accounts, for staff if the school requires it, and for people who have one. */
export function factorRequirement(
  person: { role: ActorRole; is_support: boolean; is_enrolled: boolean },
  settings: { require_second_factor: boolean },
): FactorRequirement {
  if (person.is_enrolled) return 'challenge'
  if (person.is_support) return 'enrol'
  return requiresSecondFactor(person, settings) ? 'enrol' : 'none'
}

/** Whether the school requires a second factor of this person. */
export const requiresSecondFactor = (
  person: { role: ActorRole },
  school: { require_second_factor: boolean } | null,
) => (school?.require_second_factor ?? false) && isStaff(person)

/** Admins may reset it for others, but not for themselves; an owner's belongs to the account. */
export function mayResetSecondFactor(actor: Actor, person: PolicyUser): Verdict {
  if (!isAdmin(actor)) return refuse('forbidden')
  if (actor.id === person.id) return refuse('own_role_immutable')
  return person.role === 'account_user' ? refuse('forbidden') : allow
}

export interface RegistrationRules {
  allow_student_registration: boolean
  allow_teacher_registration: boolean
}

/** Whether registration is allowed: an invitation opens a closed school, and is required for admins. */
export function mayRegister(
  role: 'student' | 'teacher' | 'admin',
  rules: RegistrationRules,
  invited: boolean,
) {
  if (invited) return allow
  if (role === 'student' && rules.allow_student_registration) return allow
  if (role === 'teacher' && rules.allow_teacher_registration) return allow
  return refuse('registration_closed')
}

/** Visible part of a person: `full` with private details, `contact` for work, `card` for everybody. */
export type ProfileVisibility = 'full' | 'contact' | 'card'

export function profileVisibility(actor: Actor, person: PolicyUser): ProfileVisibility | null {
  if (person.status === 'removed') return null
  if (actor.id === person.id || isAdmin(actor)) return 'full'
  if (isStaff(actor)) return 'contact'
  // Students see their teachers, but not each other.
  return isStaff(person) && person.status === 'active' ? 'card' : null
}

/** Everybody may edit themselves, admins everybody; only owners may edit an owner. */
export function mayEditUser(actor: Actor, person: PolicyUser): Verdict {
  if (person.status === 'removed') return refuse('not_found')
  if (actor.id === person.id) return allow
  if (!isAdmin(actor)) return refuse('forbidden')
  return person.role === 'account_user' && actor.role !== 'account_user' ? refuse('owner_only') : allow
}

/** The image must be the actor's own upload, used once, so that it can be deleted with the next one. */
export const maySetProfileImage = (actor: Actor, person: PolicyUser): Verdict =>
  actor.id === person.id ? allow : refuse('forbidden')

/** Only admins assign user codes. */
export const mayAssignUserCode = (actor: Actor): Verdict => (isAdmin(actor) ? allow : refuse('forbidden'))

/** Oneself, or an admin after a written request; the last owner must transfer the school first. */
export function mayEraseUser(actor: Actor, person: PolicyUser, other_owners: number): Verdict {
  if (actor.id !== person.id) return mayChangeRoleOrStatus(actor, person, other_owners)
  return person.role === 'account_user' && other_owners === 0 ? refuse('last_owner') : allow
}

/** Decides a change of role or status. `other_owners` is the number of other active owners. */
export function mayChangeRoleOrStatus(actor: Actor, person: PolicyUser, other_owners: number): Verdict {
  if (person.status === 'removed') return refuse('not_found')
  if (!isAdmin(actor)) return refuse('forbidden')
  // Otherwise an admin could lock everybody out, including the last admin.
  if (actor.id === person.id) return refuse('own_role_immutable')
  if (person.role !== 'account_user') return allow
  if (actor.role !== 'account_user') return refuse('owner_only')
  return other_owners > 0 ? allow : refuse('last_owner')
}

export interface UserPermissions {
  edit: boolean
  change_role: boolean
  accept: boolean
  suspend: boolean
  restore: boolean
  remove: boolean
}

/** Permissions for the reader's buttons; whether a person is the last owner is checked only on the action. */
export function userPermissions(actor: Actor, person: PolicyUser): UserPermissions {
  const stands = mayChangeRoleOrStatus(actor, person, 1).allowed
  return {
    edit: mayEditUser(actor, person).allowed,
    change_role: stands,
    accept: stands && person.status === 'awaiting_acceptance',
    suspend: stands && person.status === 'active',
    restore: stands && person.status === 'suspended',
    remove: stands,
  }
}

export interface InvitationState {
  accepted_at: Date | null
  revoked_at: Date | null
  expires_at: Date
}

export function invitationStatus(
  invitation: InvitationState,
  now: Date,
): 'open' | 'accepted' | 'revoked' | 'expired' {
  if (invitation.accepted_at) return 'accepted'
  if (invitation.revoked_at) return 'revoked'
  return invitation.expires_at > now ? 'open' : 'expired'
}

/** An expired invitation can be sent again; an accepted or withdrawn one cannot. */
export function mayResendInvitation(invitation: InvitationState): Verdict {
  return invitation.accepted_at || invitation.revoked_at ? refuse('invitation_closed') : allow
}

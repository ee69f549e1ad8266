import { isAdmin, isStaff, type Actor, type ActorRole, type Role } from '#tenancy/context/request-context.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

export type UserStatus = 'active' | 'awaiting_acceptance' | 'suspended' | 'removed'

export interface PolicyUser {
  id: string
  role: Role
  status: UserStatus
}

/** Told only after the right password, so that nobody learns it of somebody else. */
export function mayLogIn(person: { status: UserStatus }): Verdict {
  if (person.status === 'awaiting_acceptance') return refuse('awaiting_acceptance')
  if (person.status === 'suspended') return refuse('account_suspended')
  return person.status === 'active' ? allow : refuse('credentials_wrong')
}

/**
 * A school's own issuer never speaks for its owners: else any admin could name one that calls him an owner. And who
 * is one subject of an issuer already is not another one too, as when an address was given to somebody new.
 */
export function mayLogInWithOidc(
  person: Pick<PolicyUser, 'role'>,
  issuer: 'platform' | 'school',
  isLinkedElsewhere: boolean,
): Verdict {
  if (issuer === 'school' && person.role === 'account_user') return refuse('owner_oidc_forbidden')
  return isLinkedElsewhere ? refuse('email_linked_to_other_identity') : allow
}

/** What the second step of a login asks for: nothing, a code, or to set one up first. */
export type FactorRequirement = 'none' | 'challenge' | 'enrol'

/** Support accounts always need a second factor, staff where the school says so, and whoever has one. */
export function factorRequirement(
  person: { role: ActorRole; is_support: boolean; is_enrolled: boolean },
  settings: { require_second_factor: boolean },
): FactorRequirement {
  if (person.is_enrolled) return 'challenge'
  if (person.is_support) return 'enrol'
  return requiresSecondFactor(person, settings) ? 'enrol' : 'none'
}

/** Whether a school lets this person in with a second factor only. */
export const requiresSecondFactor = (
  person: { role: ActorRole },
  school: { require_second_factor: boolean } | null,
) => (school?.require_second_factor ?? false) && isStaff(person)

/** Admins help those who lost theirs, but not themselves; an owner's belongs to the account, in other schools too. */
export function mayResetSecondFactor(actor: Actor, person: PolicyUser): Verdict {
  if (!isAdmin(actor)) return refuse('forbidden')
  if (actor.id === person.id) return refuse('own_role_immutable')
  return person.role === 'account_user' ? refuse('forbidden') : allow
}

export interface RegistrationRules {
  allow_student_registration: boolean
  allow_teacher_registration: boolean
}

/** A school may be closed to newcomers; an invitation opens it, and is the only way to become an admin. */
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

/** How much of a person somebody may see: `full` with private details, `contact` for work, `card` for everybody. */
export type ProfileVisibility = 'full' | 'contact' | 'card'

export function profileVisibility(actor: Actor, person: PolicyUser): ProfileVisibility | null {
  if (person.status === 'removed') return null
  if (actor.id === person.id || isAdmin(actor)) return 'full'
  if (isStaff(actor)) return 'contact'
  // Students know their teachers, but not each other.
  return isStaff(person) && person.status === 'active' ? 'card' : null
}

/** Everybody edits themselves, an admin everybody; only owners touch an owner. */
export function mayEditUser(actor: Actor, person: PolicyUser): Verdict {
  if (person.status === 'removed') return refuse('not_found')
  if (actor.id === person.id) return allow
  if (!isAdmin(actor)) return refuse('forbidden')
  return person.role === 'account_user' && actor.role !== 'account_user' ? refuse('owner_only') : allow
}

/** A picture is its owner's own upload, used once, so that it can be thrown away with the next one. */
export const maySetProfileImage = (actor: Actor, person: PolicyUser): Verdict =>
  actor.id === person.id ? allow : refuse('forbidden')

/** The school's own codes are the school's to give. */
export const mayAssignUserCode = (actor: Actor): Verdict => (isAdmin(actor) ? allow : refuse('forbidden'))

/** Oneself, or by an admin for somebody who wrote to the school; the last owner hands the school over first. */
export function mayEraseUser(actor: Actor, person: PolicyUser, other_owners: number): Verdict {
  if (actor.id !== person.id) return mayChangeRoleOrStatus(actor, person, other_owners)
  return person.role === 'account_user' && other_owners === 0 ? refuse('last_owner') : allow
}

/** A change of role or access. `other_owners` counts the active owners besides this person. */
export function mayChangeRoleOrStatus(actor: Actor, person: PolicyUser, other_owners: number): Verdict {
  if (person.status === 'removed') return refuse('not_found')
  if (!isAdmin(actor)) return refuse('forbidden')
  // Else an admin could lock everybody out, the last admin too.
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

/** What a reader's buttons show; the last owner is found out only when somebody tries. */
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

/** An expired invitation can be sent again; an accepted or withdrawn one is history. */
export function mayResendInvitation(invitation: InvitationState): Verdict {
  return invitation.accepted_at || invitation.revoked_at ? refuse('invitation_closed') : allow
}

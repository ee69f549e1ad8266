export { addOwner } from './owners/add-owner.ts'
export { answersInWords } from './users/registration-answers-of-user.ts'
export { adminsToTell } from './people/admins-to-notify.ts'
export { mailEmailConfirmation, mailFirstConfirmation } from './email-addresses/email-confirmation.ts'
export { createListedStudents } from './people/create-listed-students.ts'
export { createUser, type NewUser } from './users/create-user.ts'
export { issueHandoff } from './sessions/one-time-tokens.ts'
export { platformRole } from './platform-staff/platform-role.ts'
export {
  AccountAppeared,
  keepAccount,
  proveAccount,
  type ProvenAccount,
} from './verification/verify-account.ts'
export { accountsIn, noteSchoolOf, schoolsKnowing } from './users/school-directory.ts'
export { deleteOwnersOf, deletePeopleOf } from './erasure/delete-people-of-school.ts'
export { noteInvitedPlaces, setInvitedCode } from './invitations/update-invited-people.ts'
export { storeAcceptedTexts, storeConsent } from './store-consent.ts'
export { loginKind } from './users/roles.ts'
export { personErasureDue } from './events.ts'
export { facultyLookup, type FacultyLookup, type UserFaculty } from './users/faculty-lookup.ts'
export { eraseUser, userToErase } from './erasure/erase-user.ts'
export { erasureOf, planErasure } from './erasure/schedule-erasure.ts'
export { undoErasure } from './users/cancel-erasure.ts'
export { proveSelf, type Proof } from './verification/verify-identity.ts'
export { mailProofLink } from './verification/mail-verification-link.ts'
export {
  endSessions,
  endSessionsWithoutFactor,
  identify,
  isSessionLive,
  startSession,
} from './sessions/session.ts'
export { holderOf } from './second-factor/factor-holder.ts'
export { ensureCode } from './second-factor/verify-code.ts'
export { sealedTexts } from './sealed-columns.ts'
export { issueSupportHandoff } from './sessions/one-time-tokens.ts'
export {
  actorOfVisit,
  endVisit,
  insertVisit,
  openVisit,
  raiseVisitUntil,
  type NewVisit,
} from './platform-staff/support-session.ts'
export { personBehind } from './platform-staff/resolve-actor.ts'
export { me } from './people/show-user.ts'
export { personalData } from './personal-data.ts'
export { endOwnership, makeOwner } from './owners/change-owners.ts'
export { inOwnedSchool, inSchoolOf, ownerWith } from './owners/in-owned-school.ts'
export { proveOwner, type OwnerProof } from './verification/verify-owner.ts'
export { activeOwners } from './users/user-queries.ts'
export { emailOf } from './users/login-name.ts'
export { invite } from './invitations/invite.ts'
export { insertInvitations } from './invitations/insert-invitations.ts'
export { placeInvited } from './job-handles.ts'
export { giveCodes } from './people/assign-user-codes.ts'

export { addOwner } from './owners/add-owner.ts'
export { getUserNames } from './users/user-names.ts'
export { formatRegistrationAnswers } from './users/registration-answers-of-user.ts'
export { countActiveStudents, selectPeople } from './people/list-people.ts'
export { adminsToNotify } from './people/admins-to-notify.ts'
export { mailEmailConfirmation, mailFirstConfirmation } from './email-addresses/email-confirmation.ts'
export { findAmong, findPeople, type FoundPerson } from './people/find-people.ts'
export { createImportedStudents } from './people/create-imported-students.ts'
export { createUser, type NewUser } from './users/create-user.ts'
export { issueHandoff } from './sessions/one-time-tokens.ts'
export { platformRoleByEmail } from './platform-staff/platform-role-by-email.ts'
export {
  AccountAlreadyExists,
  createVerifiedAccount,
  verifyAccount,
  type VerifiedAccount,
} from './verification/verify-account.ts'
export { findEmailAccounts, addToSchoolDirectory, schoolsWithEmail } from './users/school-directory.ts'
export { deleteOwnersOfSchool, deletePeopleOfSchool } from './erasure/delete-people-of-school.ts'
export { recordInvitedPlaces, setInvitationUserCode } from './invitations/update-invited-people.ts'
export { storeAcceptedTexts, storeConsent } from './store-consent.ts'
export { loginRoleOf } from './users/roles.ts'
export { personErasureDue } from './events.ts'
export { facultyLookup, type FacultyLookup, type UserFaculty } from './users/faculty-lookup.ts'
export { eraseUser, lockUserForErasure } from './erasure/erase-user.ts'
export { getScheduledErasure, scheduleErasure } from './erasure/schedule-erasure.ts'
export { cancelErasure } from './users/cancel-erasure.ts'
export { verifyIdentity, type IdentityProof } from './verification/verify-identity.ts'
export { mailVerificationLink } from './verification/mail-verification-link.ts'
export {
  endSessions,
  endSessionsWithoutSecondFactor,
  findActorByToken,
  isSessionLive,
  startSession,
} from './sessions/session.ts'
export { factorHolder } from './second-factor/factor-owner.ts'
export { verifyFactorCode } from './second-factor/verify-code.ts'
export { sealedColumns } from './sealed-columns.ts'
export { issueSupportHandoff } from './sessions/one-time-tokens.ts'
export {
  supportActor,
  endVisit,
  insertVisit,
  findActiveVisit,
  grantVisitWriteAccess,
  type NewVisit,
} from './platform-staff/support-session.ts'
export { resolveActor } from './platform-staff/resolve-actor.ts'
export { getMe } from './people/show-user.ts'
export { personalData } from './personal-data.ts'
export { revokeOwnership, grantOwnership } from './owners/change-owners.ts'
export { withOwnedSchool, withSchool, findOwnerByAccount } from './owners/with-owned-school.ts'
export { verifyOwner, type OwnerCredentials } from './verification/verify-owner.ts'
export { listActiveOwnerIds } from './users/user-queries.ts'
export { normalizeEmail } from './users/login-name.ts'
export { invite } from './invitations/invite.ts'
export { insertInvitations } from './invitations/insert-invitations.ts'
export { applyInvitation } from './job-handles.ts'
export { assignUserCodes } from './people/assign-user-codes.ts'

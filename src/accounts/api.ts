import { defineEndpoint, defineEndpointWithoutTx, type Endpoint } from '#tenancy/http/endpoints.ts'
import * as account from './login/account-login.ts'
import { requestMagicLink } from './magic-links/request-magic-link.ts'
import { changeAccountPassword, changePassword } from './passwords/change-password.ts'
import { checkUserEmail } from './email-addresses/check-user-email.ts'
import * as contract from './contract.ts'
import { createAccountPassword, createPassword } from './passwords/create-password.ts'
import { eraseAccount, getAccountErasure } from './erasure/erase-account.ts'
import { finishOidcLogin } from './oidc/finish-oidc-login.ts'
import { invite, resendInvitation, revokeInvitation } from './invitations/invite.ts'
import { resendInvitations, revokeInvitations } from './invitations/bulk-change-invitations.ts'
import {
  requestEmailConfirmation,
  confirmEmail,
  getMailAllowance,
} from './email-addresses/email-confirmation.ts'
import { exportInvitations, inviteMany } from './invitations/invite-many.ts'
import { listInvitations } from './invitations/list-invitations.ts'
import { listAdmins, listStudents, listTeachers } from './people/list-people.ts'
import { logIn } from './login/log-in.ts'
import { loginAdmin, loginStudent, loginTeacher } from './login/login.ts'
import * as mine from './owners/my-schools.ts'
import { readInvitation } from './invitations/read-invitation.ts'
import { readOidcRegistration } from './oidc/read-oidc-registration.ts'
import {
  acceptTeacherInvitation,
  registerAdmin,
  registerStudent,
  registerTeacher,
} from './registration/register.ts'
import { resetAccountPassword, resetPassword } from './passwords/reset-password.ts'
import * as factor from './second-factor/second-factor.ts'
import * as second from './second-factor/login-challenge.ts'
import * as issuer from './oidc/school-issuer.ts'
import * as sessions from './sessions/manage-sessions.ts'
import { showPlatformRole } from './platform-staff/show-platform-role.ts'
import { getMe, getUserDetails } from './people/show-user.ts'
import { startOidcLogin } from './oidc/start-oidc-login.ts'
import { updateUser } from './people/update-user.ts'

export const api: Endpoint[] = [
  defineEndpointWithoutTx(contract.logIn, logIn),
  defineEndpointWithoutTx(contract.loginStudent, loginStudent),
  defineEndpointWithoutTx(contract.loginTeacher, loginTeacher),
  defineEndpointWithoutTx(contract.loginAdmin, loginAdmin),
  defineEndpointWithoutTx(contract.requestMagicLink, requestMagicLink),
  defineEndpointWithoutTx(contract.checkUserEmail, checkUserEmail),
  defineEndpointWithoutTx(contract.registerStudent, registerStudent),
  defineEndpointWithoutTx(contract.registerTeacher, registerTeacher),
  defineEndpointWithoutTx(contract.registerAdmin, registerAdmin),
  defineEndpointWithoutTx(contract.acceptTeacherInvitation, acceptTeacherInvitation),
  defineEndpoint(contract.readInvitation, readInvitation),
  defineEndpoint(contract.resetPassword, resetPassword),
  defineEndpointWithoutTx(contract.createPassword, createPassword),
  defineEndpoint(contract.logout, sessions.logout),
  defineEndpoint(contract.listSessions, sessions.listSessions),
  defineEndpoint(contract.revokeSession, sessions.revokeSession),
  defineEndpoint(contract.revokeOtherSessions, sessions.revokeOtherSessions),
  defineEndpoint(contract.createHandoff, sessions.createHandoff),

  defineEndpointWithoutTx(contract.completeLoginChallenge, second.completeLoginChallenge),
  defineEndpointWithoutTx(contract.startLoginFactorEnrolment, second.startLoginFactorEnrolment),
  defineEndpointWithoutTx(contract.confirmLoginFactorEnrolment, second.confirmLoginFactorEnrolment),
  defineEndpointWithoutTx(contract.completeAccountLoginChallenge, second.completeAccountLoginChallenge),
  defineEndpoint(contract.getMySecondFactor, factor.getMySecondFactor),
  defineEndpoint(contract.startSecondFactor, factor.startSecondFactor),
  defineEndpointWithoutTx(contract.confirmSecondFactor, factor.confirmSecondFactor),
  defineEndpointWithoutTx(contract.renewRecoveryCodes, factor.renewRecoveryCodes),
  defineEndpointWithoutTx(contract.removeSecondFactor, factor.removeSecondFactor),
  defineEndpoint(contract.resetSecondFactor, factor.resetSecondFactor),

  defineEndpoint(contract.listOidcIssuers, issuer.listOidcIssuers),
  defineEndpointWithoutTx(contract.startOidcLogin, startOidcLogin),
  defineEndpointWithoutTx(contract.finishOidcLogin, finishOidcLogin),
  defineEndpoint(contract.readOidcRegistration, readOidcRegistration),
  defineEndpoint(contract.getSchoolIssuer, issuer.getSchoolIssuer),
  defineEndpointWithoutTx(contract.setSchoolIssuer, issuer.setSchoolIssuer),
  defineEndpoint(contract.deleteSchoolIssuer, issuer.deleteSchoolIssuer),

  defineEndpoint(contract.getMe, getMe),
  defineEndpoint(contract.getUserDetails, getUserDetails),
  defineEndpoint(contract.getSchoolUserDetails, getUserDetails),
  defineEndpoint(contract.updateUser, updateUser),
  defineEndpointWithoutTx(contract.changePassword, changePassword),
  defineEndpoint(contract.listAdmins, listAdmins, {
    csv: [
      'name',
      'email',
      'user_code',
      'user_type',
      'status',
      'user_faculties',
      'created_at',
      'last_seen_at',
    ],
  }),
  defineEndpoint(contract.listTeachers, listTeachers, {
    csv: ['name', 'email', 'user_code', 'status', 'user_faculties', 'created_at', 'last_seen_at'],
  }),
  defineEndpoint(contract.listStudents, listStudents, {
    csv: ['name', 'email', 'user_code', 'status', 'country', 'user_faculties', 'created_at', 'last_seen_at'],
  }),
  defineEndpoint(contract.invite, invite),
  defineEndpoint(contract.inviteMany, inviteMany),
  defineEndpoint(contract.exportInvitations, exportInvitations),
  defineEndpoint(contract.requestEmailConfirmation, requestEmailConfirmation),
  defineEndpoint(contract.confirmEmail, confirmEmail),
  defineEndpoint(contract.getMailAllowance, getMailAllowance),
  defineEndpoint(contract.listInvitations, listInvitations),
  defineEndpoint(contract.resendInvitation, resendInvitation),
  defineEndpoint(contract.revokeInvitation, revokeInvitation),
  defineEndpoint(contract.resendInvitations, resendInvitations),
  defineEndpoint(contract.revokeInvitations, revokeInvitations),

  defineEndpointWithoutTx(contract.registerAccount, account.registerAccount),
  defineEndpointWithoutTx(contract.loginAccount, account.loginAccount),
  defineEndpoint(contract.logoutAccount, sessions.logoutAccount),
  defineEndpoint(contract.getMyAccount, account.getMyAccount),
  defineEndpoint(contract.getPlatformRole, showPlatformRole),
  defineEndpointWithoutTx(contract.changeAccountPassword, changeAccountPassword),
  defineEndpointWithoutTx(contract.listMySchools, mine.listMySchools),
  defineEndpointWithoutTx(contract.enterSchool, mine.enterSchool),
  defineEndpoint(contract.getAccountErasure, getAccountErasure),
  defineEndpointWithoutTx(contract.eraseAccount, eraseAccount),
  defineEndpoint(contract.resetAccountPassword, resetAccountPassword),
  defineEndpointWithoutTx(contract.createAccountPassword, createAccountPassword),
]

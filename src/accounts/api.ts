import { handle, handleOwn, type Endpoint } from '#tenancy/http/endpoints.ts'
import * as account from './login/account-login.ts'
import { askForMagicLink } from './magic-links/request-magic-link.ts'
import { changeAccountPassword, changePassword } from './passwords/change-password.ts'
import { checkUserEmail } from './email-addresses/check-user-email.ts'
import * as contract from './contract.ts'
import { createAccountPassword, createPassword } from './passwords/create-password.ts'
import { eraseAccount, showAccountErasure } from './erasure/erase-account.ts'
import { finishSignIn } from './oidc/finish-sign-in.ts'
import { invite, resendInvitation, revokeInvitation } from './invitations/invite.ts'
import { resendInvitations, revokeInvitations } from './invitations/bulk-change-invitations.ts'
import {
  askForEmailConfirmation,
  confirmEmail,
  showMailAllowance,
} from './email-addresses/email-confirmation.ts'
import { invitationsFile, inviteMany } from './invitations/invite-many.ts'
import { listInvitations } from './invitations/list-invitations.ts'
import { listAdmins, listStudents, listTeachers } from './people/list-people.ts'
import { loginAdmin, loginStudent, loginTeacher } from './login/login.ts'
import * as mine from './owners/my-schools.ts'
import { readInvitation } from './invitations/read-invitation.ts'
import { readSignInProof } from './oidc/read-sign-in-proof.ts'
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
import { showPlatformStanding } from './platform-staff/show-platform-role.ts'
import { me, userDetails } from './people/show-user.ts'
import { startSignIn } from './oidc/start-sign-in.ts'
import { updateUser } from './people/update-user.ts'

export const api: Endpoint[] = [
  handleOwn(contract.loginStudent, loginStudent),
  handleOwn(contract.loginTeacher, loginTeacher),
  handleOwn(contract.loginAdmin, loginAdmin),
  handleOwn(contract.askForMagicLink, askForMagicLink),
  handleOwn(contract.checkUserEmail, checkUserEmail),
  handleOwn(contract.registerStudent, registerStudent),
  handleOwn(contract.registerTeacher, registerTeacher),
  handleOwn(contract.registerAdmin, registerAdmin),
  handleOwn(contract.acceptTeacherInvitation, acceptTeacherInvitation),
  handle(contract.readInvitation, readInvitation),
  handle(contract.resetPassword, resetPassword),
  handleOwn(contract.createPassword, createPassword),
  handle(contract.logout, sessions.logout),
  handle(contract.listSessions, sessions.listSessions),
  handle(contract.revokeSession, sessions.revokeSession),
  handle(contract.revokeOtherSessions, sessions.revokeOtherSessions),
  handle(contract.handoff, sessions.handoff),

  handleOwn(contract.finishLogin, second.finishLogin),
  handleOwn(contract.enrolAtLogin, second.enrolAtLogin),
  handleOwn(contract.confirmAtLogin, second.confirmAtLogin),
  handleOwn(contract.finishAccountLogin, second.finishAccountLogin),
  handle(contract.mySecondFactor, factor.mySecondFactor),
  handle(contract.startSecondFactor, factor.startSecondFactor),
  handleOwn(contract.confirmSecondFactor, factor.confirmSecondFactor),
  handleOwn(contract.renewRecoveryCodes, factor.renewRecoveryCodes),
  handleOwn(contract.removeSecondFactor, factor.removeSecondFactor),
  handle(contract.resetSecondFactor, factor.resetSecondFactor),

  handle(contract.listSignInIssuers, issuer.listSignInIssuers),
  handleOwn(contract.startSignIn, startSignIn),
  handleOwn(contract.finishSignIn, finishSignIn),
  handle(contract.readSignInProof, readSignInProof),
  handle(contract.getSchoolIssuer, issuer.getSchoolIssuer),
  handleOwn(contract.setSchoolIssuer, issuer.setSchoolIssuer),
  handle(contract.removeSchoolIssuer, issuer.removeSchoolIssuer),

  handle(contract.me, me),
  handle(contract.userDetails, userDetails),
  handle(contract.schoolUserDetails, userDetails),
  handle(contract.updateUser, updateUser),
  handleOwn(contract.changePassword, changePassword),
  handle(contract.listAdmins, listAdmins),
  handle(contract.listTeachers, listTeachers),
  handle(contract.listStudents, listStudents),
  handle(contract.invite, invite),
  handle(contract.inviteMany, inviteMany),
  handle(contract.invitationsFile, invitationsFile),
  handle(contract.askForEmailConfirmation, askForEmailConfirmation),
  handle(contract.confirmEmail, confirmEmail),
  handle(contract.showMailAllowance, showMailAllowance),
  handle(contract.listInvitations, listInvitations),
  handle(contract.resendInvitation, resendInvitation),
  handle(contract.revokeInvitation, revokeInvitation),
  handle(contract.resendInvitations, resendInvitations),
  handle(contract.revokeInvitations, revokeInvitations),

  handleOwn(contract.registerAccount, account.registerAccount),
  handleOwn(contract.loginAccount, account.loginAccount),
  handle(contract.logoutAccount, sessions.logoutAccount),
  handle(contract.myAccount, account.myAccount),
  handle(contract.showPlatformStanding, showPlatformStanding),
  handleOwn(contract.changeAccountPassword, changeAccountPassword),
  handleOwn(contract.listMySchools, mine.listMySchools),
  handleOwn(contract.enterSchool, mine.enterSchool),
  handle(contract.showAccountErasure, showAccountErasure),
  handleOwn(contract.eraseAccount, eraseAccount),
  handle(contract.resetAccountPassword, resetAccountPassword),
  handleOwn(contract.createAccountPassword, createAccountPassword),
]

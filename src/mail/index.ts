export { registerDevMailRoutes } from './dev-mail.ts'
export { countDeferredMails, scheduleDeferredMails } from './deferred-mails.ts'
export { deleteMailsTo } from './erase-person-from-mails.ts'
export { mailKinds, type MailKind } from './kinds.ts'
export type { MailContent } from './render-mail.ts'
export {
  ensureActorEmailConfirmed,
  lockExternalMailAllowance,
  getExternalMailAllowance,
  type ExternalMailAllowance,
} from './external-mail.ts'
export { sanitizeDisplayName } from './sanitize-display-name.ts'
export { isDeliverableAddress, sendMail, sendMails, type OutgoingMail } from './send-mail.ts'
export { personalData } from './personal-data.ts'

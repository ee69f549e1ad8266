export { devMailRoutes } from './dev-mail.ts'
export type { MailContent } from './render-mail.ts'
export { isReachable, sendMail, sendMails, type Mail } from './send-mail.ts'
export { personalData } from './personal-data.ts'

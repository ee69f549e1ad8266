export { encryptedAccountKeys } from './provider-accounts/account-keys.ts'
export { flagDeclinedBuyer } from './orders/attention.ts'
export { registerPaymentWebhookRoute } from './events/routes.ts'
export { personalData } from './personal-data.ts'

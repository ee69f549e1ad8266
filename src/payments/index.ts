export { encryptedAccountKeys } from './accounts/account-keys.ts'
export { personalData } from './personal-data.ts'

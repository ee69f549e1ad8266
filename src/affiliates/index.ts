export {
  freezeCommissions,
  handleDispute,
  loseCommissions,
  recordCommissions,
  releaseCommissions,
  restoreCommissions,
  reverseCommissions,
  type EarnedLine,
  type ReversedLine,
} from './commissions.ts'
export { encryptedBankAccounts } from './bank-details.ts'
export { affiliatePaid, bankDirectory, commissionsLost, type BankDirectory } from './events.ts'
export { isActiveAffiliate } from './queries.ts'
export {
  findReferral,
  referralCommission,
  referralDiscount,
  type Referral,
  type ReferredItem,
} from './referral.ts'
export { personalData } from './personal-data.ts'

import type { Account } from '#sandbox-providers/core/account.ts'

/** The time of subscriptions: that of the account, moved by the test clock. Signatures keep the real time. */
export const billingNow = (account: Account): number => account.now() + account.clock_offset_ms

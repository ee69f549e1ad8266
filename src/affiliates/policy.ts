import { basisPointsPerWhole, money, percentageOf } from '#lib/money/money.ts'

export const commissionStates = ['pending', 'payable', 'frozen', 'paid'] as const
export type CommissionState = (typeof commissionStates)[number]

interface CommissionFacts {
  payable_at: Date
  frozen_at: Date | null
  payout_id: string | null
}

/** State of a commission at a moment: it waits, can be paid out, is frozen by a dispute, or was paid out. */
export function commissionState(
  { payable_at, frozen_at, payout_id }: CommissionFacts,
  now: Date,
): CommissionState {
  if (payout_id !== null) return 'paid'
  if (frozen_at !== null) return 'frozen'
  return payable_at > now ? 'pending' : 'payable'
}

/** A setting in percent with up to two decimals, as hundredths of a percent. */
export const toBasisPoints = (percentage: number): number => Math.round(percentage * 100)

/** A share of an amount in minor units, rounded down: the school never pays more than the rate. */
export function shareOf(amount: number, basisPoints: number, currency: string): number {
  const limited = Math.min(Math.max(basisPoints, 0), basisPointsPerWhole)
  return percentageOf(money(amount, currency), limited, 'down').minor
}

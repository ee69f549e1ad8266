import { bankTransfer } from './bank-transfer.ts'

/** Stands for the provider in attempts and payments that staff recorded by hand, such as cash. */
export const manualPayment = 'manual'

/** Payments whose money is at the school itself: no provider can be asked about them, or can refund them. */
export const schoolChannels = [bankTransfer, manualPayment] as const

export const isManualPayment = ({ provider }: { provider: string | null }): boolean =>
  provider === manualPayment

export const isPaidToSchool = ({ provider }: { provider: string | null }): boolean =>
  schoolChannels.some((channel) => channel === provider)

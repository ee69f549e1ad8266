/** Stands for the provider in attempts and payments that go to the school's bank account. */
export const bankTransfer = 'bank_transfer'

export const isBankTransfer = ({ provider }: { provider: string | null }): boolean =>
  provider === bankTransfer

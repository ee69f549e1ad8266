/** A provider's unit cannot express an amount, or the provider does not take its currency. */
export class UnsupportedAmount extends Error {
  override readonly name = 'UnsupportedAmount'
  readonly part: 'amount' | 'currency'

  constructor(part: 'amount' | 'currency') {
    super(`the provider does not support this ${part}`)
    this.part = part
  }
}

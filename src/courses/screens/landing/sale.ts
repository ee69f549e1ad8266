/** How a course is sold online. */
export interface Sale {
  /** Name of the payment provider. */
  provider: string
  /** The provider is in test mode: no money moves. */
  is_test: boolean
  /** Whether the school takes bank transfers too. */
  bank_transfer: boolean
  /** Null: the school charges no tax. */
  tax: { mode: 'inclusive' | 'exclusive'; rates: readonly { name: string; basis_points: number }[] } | null
}

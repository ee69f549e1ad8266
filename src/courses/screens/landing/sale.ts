/** A course that can be added to the purchase. */
export interface SoldBump {
  id: string
  title: string
  image_url: string | null
  headline: string
  description: string
  price: number
  /** Without the offer and without a sale; null if it is not higher. */
  regular_price: number | null
}

/** How a course is sold: on pages of a provider, by bank transfer, or both. */
export interface Sale {
  /** Name of the payment provider; null in a school that takes bank transfers only. */
  provider: string | null
  /** The provider is in test mode: no money moves. */
  is_test: boolean
  /** Whether the school takes bank transfers. */
  bank_transfer: boolean
  /** Null: the school charges no tax. */
  tax: { mode: 'inclusive' | 'exclusive'; rates: readonly { name: string; basis_points: number }[] } | null
  bumps: readonly SoldBump[]
}

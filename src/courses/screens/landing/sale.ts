/** How a course is sold online. */
export interface Sale {
  /** Name of the payment provider. */
  provider: string
  /** The provider is in test mode: no money moves. */
  is_test: boolean
}

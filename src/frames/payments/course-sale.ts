import type { Api } from '#platform/client/api/client.ts'
import type { Sale } from '#courses/screens/landing/sale.ts'
import { getPaymentMethods } from '#payments/contract.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'

interface PricedCourse {
  price: number
  enable_tiering: boolean
  tiering_prices: readonly number[]
}

/** How a course is sold online; null if it is free, or the school takes no payments online. */
export async function loadSale(api: Api, course: PricedCourse): Promise<Sale | null> {
  const { price, enable_tiering, tiering_prices } = course
  const isSold = enable_tiering ? tiering_prices.some((one) => one > 0) : price > 0
  if (!isSold) return null
  const { provider, is_test, bank_transfer, tax } = await api(getPaymentMethods, {})
  return provider && { provider: providerTitles[provider], is_test, bank_transfer, tax }
}

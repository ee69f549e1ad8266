import type { Api } from '#platform/client/api/client.ts'
import type { Sale } from '#courses/screens/landing/sale.ts'
import { getPaymentMethods, getPurchaseQuote } from '#payments/contract.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'

interface PricedCourse {
  id: string
  price: number
  enable_tiering: boolean
  tiering_prices: readonly number[]
}

/** How a course is sold; null if it is free, or the school takes neither payments online nor bank transfers. */
export async function loadSale(api: Api, course: PricedCourse): Promise<Sale | null> {
  const { price, enable_tiering, tiering_prices } = course
  const isSold = enable_tiering ? tiering_prices.some((one) => one > 0) : price > 0
  if (!isSold) return null
  const { provider, is_test, bank_transfer, tax } = await api(getPaymentMethods, {})
  if (!provider && !bank_transfer) return null
  // The page is cached: what a reader pays is shown by the small script.
  const { bumps } = await api(getPurchaseQuote, { course_id: course.id })
  return { provider: provider && providerTitles[provider], is_test, bank_transfer, tax, bumps }
}

import type { Api } from '#platform/client/api/client.ts'
import type { Sale } from '#courses/screens/landing/sale.ts'
import { getPaymentMethods } from '#payments/contract.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'

/** How a course with this price is sold online; null if it is free, or the school takes no payments online. */
export async function loadSale(api: Api, price: number): Promise<Sale | null> {
  if (price === 0) return null
  const { provider, is_test } = await api(getPaymentMethods, {})
  return provider && { provider: providerTitles[provider], is_test }
}

import { getPaymentMethods, listMyOrders } from '#payments/contract.ts'
import { api } from '#tenancy/client/browser.ts'

/** Whether a student has a page of payments: the school sells online, or the student has bought something. */
export async function hasPayments(): Promise<boolean> {
  const { provider } = await api(getPaymentMethods, {})
  if (provider) return true
  const { data } = await api(listMyOrders, { limit: 1 })
  return data.length > 0
}

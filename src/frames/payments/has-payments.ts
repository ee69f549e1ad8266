import { getPaymentMethods, listMyOrders } from '#payments/contract.ts'
import { api } from '#tenancy/client/browser.ts'

/** Whether a student has a page of payments: the school sells, or the student has bought something. */
export async function hasPayments(): Promise<boolean> {
  const { provider, bank_transfer } = await api(getPaymentMethods, {})
  if (provider || bank_transfer) return true
  const { data } = await api(listMyOrders, { limit: 1 })
  return data.length > 0
}

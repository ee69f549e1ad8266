import { useParams } from 'react-router'
import { MyOrderInvoices } from '#invoices/screens/order-invoices.tsx'
import MyReceipt, { handle as receipt } from '#payments/screens/my-receipt.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = { ...receipt, namespaces: [...(receipt.namespaces ?? []), 'invoices'] }

/** A receipt with the invoice of the order. */
export default function MyReceiptPage() {
  const { order_id = '' } = useParams()
  return <MyReceipt invoices={<MyOrderInvoices order_id={order_id} />} />
}

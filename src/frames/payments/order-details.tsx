import { useParams } from 'react-router'
import { OrderInvoices } from '#invoices/screens/order-invoices.tsx'
import OrderDetails, { handle as order } from '#payments/screens/orders/order-details.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = { ...order, namespaces: [...(order.namespaces ?? []), 'invoices'] }

/** An order as staff see it, with its invoices. */
export default function OrderDetailsPage() {
  const { order_id = '' } = useParams()
  return <OrderDetails invoices={<OrderInvoices order_id={order_id} />} />
}

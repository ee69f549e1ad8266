import MyPayments, { handle as payments } from '#payments/screens/my-payments.tsx'
import { MySubscriptions } from '#subscriptions/screens/my-subscriptions.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...payments,
  namespaces: [...(payments.namespaces ?? []), 'subscriptions'],
}

/** What a student pays for, the orders, and the saved cards. */
export default function MyPaymentsPage() {
  return <MyPayments subscriptions={<MySubscriptions />} />
}

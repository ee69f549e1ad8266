import { lazy } from 'react'
import { MyCompany } from '#invoices/screens/my-company.tsx'
import MyPayments, { handle as payments } from '#payments/screens/my-payments.tsx'
import { MySubscriptions } from '#subscriptions/screens/my-subscriptions.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'

export const handle: ScreenHandle = {
  ...payments,
  namespaces: [...(payments.namespaces ?? []), 'subscriptions', 'payment-plans', 'invoices'],
}

const PlanPicker = lazy(() => import('#payment-plans/screens/plan-picker.tsx'))

/** What a student pays for, the orders, the saved cards, and the company on invoices. */
export default function MyPaymentsPage() {
  return <MyPayments subscriptions={<MySubscriptions PlanPicker={PlanPicker} />} company={<MyCompany />} />
}

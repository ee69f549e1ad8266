import { expect, test } from 'vitest'
import {
  createSellingSchool,
  payOnPage,
  readBooks,
  runPaymentJobs,
  startCheckout,
  testPrice,
} from '#testing/builders/payments-builder.ts'
import { createTestReseller } from '#testing/builders/reseller-builder.ts'
import { useTestPayments } from '#testing/builders/billing/use-test-payments.ts'
import { refundOrder } from '../contract.ts'

const payments = useTestPayments()

test('a reseller has a part of the platform’s share of a sale, and gives it back with a refund', async () => {
  const sale = await createSellingSchool('paystack', { plan_name: 'commission' })
  payments.sandbox.paystack.configureWebhooks({ mode: 'drop' })
  const { url, order_id } = await startCheckout(sale)
  const admin = await sale.school.admin()
  await payOnPage('paystack', url)
  await joinReseller(sale.school, 2_000)
  await runPaymentJobs(sale.school)
  const { balances } = await readBooks(sale.school, sale.student)
  const platform = testPrice * 0.05
  expect(balances).toMatchObject({
    platform_revenue: -platform * 0.8,
    reseller_payable: -platform * 0.2,
  })
  await leaveReseller(sale.school)
  await admin.api(refundOrder, { id: order_id })
  // Sends the refund, then asks about it.
  for (let run = 0; run < 2; run++) await runPaymentJobs(sale.school)
  const after = await readBooks(sale.school, sale.student)
  expect(after.orders).toMatchObject([{ status: 'refunded' }])
  expect(after.balances).toMatchObject({ platform_revenue: 0, reseller_payable: 0 })
})

type School = Awaited<ReturnType<typeof createSellingSchool>>['school']

async function setReseller(school: School, root_domain: string | null) {
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('schools')
      .set({ whitelabel_referrer_root_domain: root_domain })
      .where('school_id', '=', school_id)
      .execute(),
  )
  school.app.services.hosts.evict()
}

async function joinReseller(school: School, share_basis_points: number) {
  const { id, root_domain } = await createTestReseller()
  await school.app.services.databases.db
    .updateTable('resellers')
    .set({ share_basis_points })
    .where('id', '=', id)
    .execute()
  await setReseller(school, root_domain)
}

const leaveReseller = (school: School) => setReseller(school, null)

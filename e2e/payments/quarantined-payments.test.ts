import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getOrder } from '#payments/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createPlatformAccount } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { payByCard, sandbox, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

async function expectSound(page: Page, name: string) {
  expect(await accessibilityIssues(page)).toEqual([])
  for (const size of [phoneViewport, desktopViewport]) {
    await page.setViewportSize(size)
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${size.width}.png`, fullPage: true })
  }
}

/** Buys the course with a card. Returns the order after the return page has asked the provider. */
async function buyInBrowser(buyer: Parameters<typeof openPage>[1], course_id: string) {
  const { page } = await openPage(`/?selected_course_id=${course_id}`, buyer)
  await page.getByRole('button', { name: /^Buy/ }).click()
  await payByCard(page)
  await page.waitForURL(/payments\/return/)
  const order_id = new URL(page.url()).searchParams.get('order') ?? ''
  await expect
    .poll(() =>
      schoolApp.school.transact(({ tx, school_id }) =>
        tx
          .selectFrom('quarantined_payments')
          .where('school_id', '=', school_id)
          .where('order_id', '=', order_id)
          .select('state')
          .execute(),
      ),
    )
    .toEqual([{ state: 'open' }])
  return order_id
}

test('the console accepts a payment that does not match, and the school reads the decision', async () => {
  const { config } = schoolApp.product.app.services
  config.privilegedEmail = 'privileged@lyceum.test'
  config.supportEmails = [config.privilegedEmail]
  const { school } = schoolApp
  const { course } = await createTestCourse(school, {
    course: { course_name: 'Reading the wind', price: 12_500_00, approve_student_on_payment: true },
    contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
  })
  const buyer = await school.student()
  const admin = await school.admin()
  sandbox.flutterwave.changeNextPayment({ reference: 'another-shop-with-a-very-long-reference-0123456789' })
  const order_id = await buyInBrowser(buyer, course.id)
  const order = await openPage(`/manage/orders/${order_id}`, admin)
  const section = order.page.getByRole('region', { name: 'Payments that do not match' })
  await section.getByText('so the platform decides').waitFor()
  expect(await section.getByRole('button', { name: 'Decide' }).count()).toBe(0)
  await expectSound(order.page, 'quarantine-order')

  const operator = { ...(await createPlatformAccount('privileged')), role: 'account_user' as const }
  const { page, complaints } = await openPage(
    schoolApp.product.at(null, '/console/quarantined-payments'),
    operator,
  )
  const row = page.getByRole('row').filter({ hasText: order_id.slice(-8).toUpperCase() })
  await row.getByText('another reference than the order').waitFor()
  expect(await row.getByRole('link', { name: /^Order/ }).getAttribute('href')).toContain(order_id)
  await expectSound(page, 'quarantine-console')
  await row.getByRole('button', { name: 'Decide' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await dialog.getByRole('radio', { name: 'Accept for this order' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The buyer paid by the link of the old shop.')
  await expectSound(page, 'quarantine-dialog')
  await dialog.getByRole('button', { name: 'Save decision' }).click()
  await page.getByText('Nothing to decide').waitFor()
  expect(complaints).toEqual([])

  expect(await admin.api(getOrder, { id: order_id })).toMatchObject({ status: 'paid', attention: [] })
  await order.page.reload()
  await order.page.getByText('The buyer paid by the link of the old shop.').waitFor()
})

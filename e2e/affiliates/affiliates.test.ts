import { expect, test } from 'vitest'
import { updateAffiliateSettings } from '#affiliates/contract.ts'
import { getOrder, listOrders, refundOrder } from '#payments/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { payByCard, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

type Size = typeof phoneViewport

/** Opens the link of an affiliate, and pays the course by card. */
async function buyByLink(link: string, size: Size) {
  const buyer = await schoolApp.school.student()
  const { page, complaints } = await openPage(new URL(link).pathname + new URL(link).search, buyer, { size })
  const card = page.getByRole('complementary', { name: 'Buy this course' })
  await card.getByText(/Recommended: you pay.*9,000/).waitFor()
  expect(new URL(page.url()).searchParams.has('ref')).toBe(false)
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await card.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('heading', { name: /9,000/ }).waitFor()
  await payByCard(page)
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()
  expect(complaints).toEqual([])
}

test.each([
  ['phone', phoneViewport],
  ['computer', desktopViewport],
])('an affiliate sells, is clawed back and is paid on a %s', async (_device, size) => {
  const { course } = await createTestCourse(schoolApp.school, {
    course: {
      course_name: 'Reading the wind',
      price: 10_000_00,
      enable_affiliates: true,
      affiliates_percentage_off: 10,
      default_affiliate_commission: 20,
    },
    contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
  })
  const staff = await schoolApp.school.admin()
  await staff.api(updateAffiliateSettings, { hold_days: 0 })

  const person = await schoolApp.school.student()
  const affiliate = await openPage('/affiliate', person, { size })
  await affiliate.page.getByRole('button', { name: 'Become an affiliate' }).click()
  const field = affiliate.page.getByRole('textbox', { name: course.course_name }).last()
  const link = await field.inputValue()
  expect(await accessibilityIssues(affiliate.page)).toEqual([])
  expect(await horizontalOverflow(affiliate.page)).toBeLessThanOrEqual(0)

  await buyByLink(link, size)
  await affiliate.page.reload()
  await affiliate.page.getByText('₦1,800').first().waitFor()

  const { data } = await staff.api(listOrders, {})
  const order_id = data[0]!.id
  await staff.api(refundOrder, { id: order_id })
  // The provider confirms a refund 20 seconds later at the earliest.
  await expect
    .poll(async () => (await staff.api(getOrder, { id: order_id })).status, { timeout: 60_000 })
    .toBe('refunded')
  await affiliate.page.reload()
  await affiliate.page.getByText('Taken back after a refund').first().waitFor()
  await affiliate.page.getByText('₦0', { exact: true }).waitFor()

  await buyByLink(link, size)
  const admin = await openPage('/manage/affiliates', staff, { size })
  await admin.page.getByRole('button', { name: `Record payout to ${person.name}` }).click()
  const dialog = admin.page.getByRole('dialog', { name: `Pay ${person.name}` })
  await dialog.getByText('Transfer ₦1,800 by bank').waitFor()
  await dialog.getByRole('textbox', { name: 'Reference of the transfer' }).fill('T-100')
  expect(await accessibilityIssues(admin.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await horizontalOverflow(admin.page)).toBeLessThanOrEqual(0)

  await affiliate.page.reload()
  await affiliate.page.getByText('Reference T-100').waitFor()
  expect([affiliate.complaints, admin.complaints]).toEqual([[], []])
})

import { expect, test } from 'vitest'
import { getAffiliate, listAffiliates, updateAffiliateSettings } from '#affiliates/contract.ts'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import { getOrder, listOrders, refundOrder } from '#payments/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { payByCard, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

/** Opens the link of an affiliate, and pays the course by card. */
async function buyByLink(link: string) {
  const buyer = await schoolApp.school.student()
  const { page, complaints } = await openPage(new URL(link).pathname + new URL(link).search, buyer, {
    size: phoneViewport,
  })
  const card = page.getByRole('complementary', { name: 'Buy this course' })
  await card.getByText(/Recommended: you pay.*9,000/).waitFor()
  expect(new URL(page.url()).searchParams.has('ref')).toBe(false)
  await expectSound(page)
  await card.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('heading', { name: /9,000/ }).waitFor()
  await payByCard(page)
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()
  expect(complaints).toEqual([])
}

/** Opens the link of an affiliate to a plan, and pays the plan by card. */
async function buyPlanByLink(link: string) {
  const buyer = await schoolApp.school.student()
  const { page, complaints } = await openPage(new URL(link).pathname + new URL(link).search, buyer, {
    size: phoneViewport,
  })
  const card = page.getByRole('complementary', { name: 'Buy' })
  await card.getByText(/Recommended: you pay.*18,000/).waitFor()
  await expectSound(page)
  await card.getByRole('link', { name: 'Buy' }).click()
  await page.getByText(/Recommended: you pay.*18,000/).waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Pay ₦18,000' }).click()
  await page.getByRole('heading', { name: /18,000/ }).waitFor()
  await payByCard(page)
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()
  expect(complaints).toEqual([])
}

test('an affiliate sells, is clawed back and is paid', async () => {
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
  const affiliate = await openPage('/affiliate', person, { size: phoneViewport })
  await affiliate.page.getByRole('button', { name: 'Become an affiliate' }).click()
  const field = affiliate.page.getByRole('textbox', { name: course.course_name }).last()
  const link = await field.inputValue()
  await expectSound(affiliate.page)

  await buyByLink(link)
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

  await buyByLink(link)
  const admin = await openPage('/manage/affiliates', staff)
  await admin.page.getByRole('button', { name: `Record payout to ${person.name}` }).click()
  const dialog = admin.page.getByRole('dialog', { name: `Pay ${person.name}` })
  await dialog.getByText('Transfer ₦1,800 by bank').waitFor()
  await dialog.getByRole('textbox', { name: 'Reference of the transfer' }).fill('T-100')
  await expectSound(admin.page)
  await dialog.getByRole('button', { name: 'Record payout' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expectSound(admin.page)

  const affiliate_id = (await staff.api(listAffiliates, {})).data.find(
    ({ user }) => user.id === person.id,
  )!.id
  await admin.page.getByRole('link', { name: person.name }).click()
  await admin.page.getByRole('heading', { level: 1, name: person.name }).waitFor()
  await admin.page.getByText('Reference T-100').waitFor()
  await admin.page.getByText('Taken back after a refund').first().waitFor()
  await expectSound(admin.page)
  await admin.page.getByRole('button', { name: 'Stop affiliate' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Stop affiliate' }).click()
  await admin.page.getByRole('button', { name: 'Allow affiliate again' }).waitFor()
  expect((await staff.api(getAffiliate, { id: affiliate_id })).is_suspended).toBe(true)
  await admin.page.getByRole('button', { name: 'Allow affiliate again' }).click()
  await admin.page.getByRole('button', { name: 'Stop affiliate' }).waitFor()

  const plan = await staff.api(createPaymentPlan, {
    name: 'All about wind',
    kind: 'one_time',
    price: 20_000_00,
    course_ids: [course.id],
    status: 'published',
    enable_affiliates: true,
    affiliates_percentage_off: 10,
    default_affiliate_commission: 20,
  })
  await affiliate.page.reload()
  const planField = affiliate.page.getByRole('textbox', { name: plan.name }).last()
  await buyPlanByLink(await planField.inputValue())
  await affiliate.page.reload()
  await affiliate.page.getByText('₦3,600').first().waitFor()
  await affiliate.page.getByText('Reference T-100').waitFor()
  expect([affiliate.complaints, admin.complaints]).toEqual([[], []])
})

import { expect, test } from 'vitest'
import { createCoupon } from '#coupons/contract.ts'
import { updateCourse } from '#courses/contract.ts'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { sandbox, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

const courseForSale = async () =>
  (
    await createTestCourse(schoolApp.school, {
      course: { course_name: 'Reading the wind', price: 12_500_00 },
      contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
    })
  ).course

test('an admin creates a coupon, and a student takes off the whole price on a phone', async () => {
  const size = phoneViewport
  const course = await courseForSale()
  const code = `FREE-${course.id.slice(-4).toUpperCase()}`
  const admin = await openPage('/manage/coupons', await schoolApp.school.admin())
  await admin.page.getByRole('button', { name: 'Create coupon' }).first().click()
  const dialog = admin.page.getByRole('dialog', { name: 'Create coupon' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
  await dialog.getByRole('textbox', { name: 'Percentage' }).fill('100')
  await dialog.getByRole('textbox', { name: 'Limit of uses' }).fill('1')
  await expectSound(admin.page)
  await dialog.getByRole('button', { name: 'Create coupon' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await admin.page.getByText(code, { exact: true }).waitFor()
  await expectSound(admin.page)
  expect(admin.complaints).toEqual([])

  const buyer = await schoolApp.school.student()
  const { page } = await openPage(`/?selected_course_id=${course.id}`, buyer, { size })
  const card = page.getByRole('complementary', { name: 'Buy this course' })
  await card.getByText('Have a coupon?').click()
  await card.getByRole('textbox', { name: 'Coupon code' }).fill('nothing')
  await card.getByRole('button', { name: 'Apply' }).click()
  await card.getByText('This coupon does not exist.').waitFor()
  await card.getByRole('textbox', { name: 'Coupon code' }).fill(code)
  await card.getByRole('button', { name: 'Apply' }).click()
  await card.getByText(/Coupon applied\. You pay.*0/).waitFor()
  await expectSound(page)
  await card.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()
  await page.getByText(`Coupon ${code}`).waitFor()
  await page.getByRole('link', { name: 'Go to course' }).click()
  await page.getByText('Feel it on your face.').waitFor()

  const late = await openPage(`/?selected_course_id=${course.id}&coupon=${code}`, null, { size })
  await late.page.getByText('This coupon has been used up.').waitFor()
})

test('a link with a coupon shows the new price, and the payment page asks for it', async () => {
  const course = await courseForSale()
  const admin = await schoolApp.school.admin()
  await admin.api(createCoupon, { code: 'LINK20', percent_off: 20 })
  const buyer = await schoolApp.school.student()
  const { page, complaints } = await openPage(`/?selected_course_id=${course.id}&coupon=link20`, buyer)
  const card = page.getByRole('complementary', { name: 'Buy this course' })
  await card.getByText(/Coupon applied\. You pay.*10,000/).waitFor()
  await card.getByRole('button', { name: 'Remove coupon' }).click()
  expect(new URL(page.url()).searchParams.has('coupon')).toBe(false)
  await card.getByRole('textbox', { name: 'Coupon code' }).fill('LINK20')
  await card.getByRole('button', { name: 'Apply' }).click()
  await card.getByText(/Coupon applied/).waitFor()
  await card.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('heading', { name: /10,000/ }).waitFor()
  expect(new URL(page.url()).origin).toBe(sandbox.address)
  expect(complaints).toEqual([])
})

test('an admin gives away the first months of a plan', async () => {
  const admin = await schoolApp.school.admin()
  const course = await courseForSale()
  await admin.api(createPaymentPlan, {
    name: 'The wind, every month',
    kind: 'subscription',
    interval: 'month',
    price: 490_000,
    course_ids: [course.id],
    status: 'published',
  })
  const { page, complaints } = await openPage('/manage/coupons', admin, { size: phoneViewport })
  await page.getByRole('button', { name: 'Create coupon' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create coupon' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill('months')
  await dialog.getByRole('combobox', { name: 'Discount' }).click()
  await page.getByRole('option', { name: 'Free months' }).click()
  await dialog.getByRole('textbox', { name: 'Months' }).fill('2')
  await dialog.getByRole('combobox', { name: 'Plans' }).click()
  await page.getByRole('option', { name: 'The wind, every month' }).click()
  await page.keyboard.press('Tab')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Create coupon' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Free months: 2').waitFor()
  await page.getByText('The wind, every month').waitFor()
  expect(complaints).toEqual([])
})

test('a coupon that excludes sale prices is refused on the page of a reduced course', async () => {
  const admin = await schoolApp.school.admin()
  const course = await courseForSale()
  await admin.api(updateCourse, { id: course.id, sale_price: 9_000_00 })
  const { page, complaints } = await openPage('/manage/coupons', admin, { size: phoneViewport })
  await page.getByRole('button', { name: 'Create coupon' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create coupon' })
  await dialog.getByRole('textbox', { name: 'Code' }).fill('FULLPRICE')
  const excludes = dialog.getByRole('switch', { name: 'Not with sale prices' })
  await excludes.focus()
  await page.keyboard.press('Space')
  expect(await excludes.isChecked()).toBe(true)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Create coupon' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Edit FULLPRICE' }).click()
  await page.getByRole('switch', { name: 'Not with sale prices', checked: true }).waitFor()
  expect(complaints).toEqual([])

  const buyer = await openPage(`/?selected_course_id=${course.id}&coupon=FULLPRICE`, null, {
    size: phoneViewport,
  })
  await buyer.page.getByText('This coupon cannot be used while a sale price applies.').waitFor()
  await expectSound(buyer.page)
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createCoupon } from '#coupons/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { testPassword, type TestUser } from '#testing/builders/school-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { payByCard, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, waitForHydration } from '../harness/open-page.ts'

setUpPaidSchoolApp()

const courseForGroups = async () =>
  (
    await createTestCourse(schoolApp.school, {
      course: { course_name: 'Reading the wind', price: 12_500_00, seats_offered: true },
      contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
    })
  ).course

const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name }).waitFor()

/** The path of the link that a page shows under this name. */
async function linkOf(page: Page, name: string) {
  const text = await page.getByLabel(name, { exact: true }).first().innerText()
  const { pathname, search } = new URL(text.trim())
  return pathname + search
}

async function logIn(page: Page, user: TestUser) {
  await waitForHydration(page)
  await page.getByRole('textbox', { name: 'E-mail or user code', exact: true }).fill(user.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('a student gives a course, and a person in another browser redeems it', async () => {
  const size = phoneViewport
  const course = await courseForGroups()
  const buyer = await openPage(`/?selected_course_id=${course.id}`, await schoolApp.school.student(), {
    size,
  })
  await buyer.page.getByRole('link', { name: 'Buy as a gift' }).click()
  await heading(buyer.page, 'Buy as a gift')
  await buyer.page.getByRole('textbox', { name: 'Name of the recipient' }).fill('Ada Obi')
  await buyer.page.getByRole('textbox', { name: 'Message' }).fill('Happy birthday!')
  await buyer.page.getByRole('button', { name: /^Pay .*12,500/ }).click()
  // The address is missing.
  await buyer.page.getByRole('alert').first().waitFor()
  await buyer.page.getByRole('textbox', { name: 'E-mail address of the recipient' }).fill('ada@people.test')
  await expectSound(buyer.page)
  await buyer.page.getByRole('button', { name: /^Pay .*12,500/ }).click()
  await payByCard(buyer.page)
  await heading(buyer.page, 'Your gift is paid', 2)
  await expectSound(buyer.page)
  await buyer.page.getByRole('link', { name: 'Show gift' }).click()
  await heading(buyer.page, 'Gift for Ada Obi', 2)
  await expectSound(buyer.page)
  const link = await linkOf(buyer.page, 'Link for the recipient')

  const recipient = await schoolApp.school.student()
  const other = await openPage(link, null, { size })
  await other.page.getByRole('heading', { level: 1, name: /^A gift from / }).waitFor()
  await other.page.getByText('Happy birthday!').waitFor()
  await expectSound(other.page)
  await other.page.getByRole('link', { name: 'Log in' }).click()
  await logIn(other.page, recipient)
  await other.page.getByRole('button', { name: 'Redeem gift' }).click()
  await heading(other.page, 'You have this seat')
  await expectSound(other.page)
  // Before the lesson is read: then the seat is shown as completed.
  await buyer.page.reload()
  await buyer.page.getByText('Redeemed', { exact: true }).waitFor()
  expect(buyer.complaints).toEqual([])
  await other.page.getByRole('link', { name: 'Go to course' }).click()
  await other.page.getByText('Feel it on your face.').waitFor()
  expect(other.complaints).toEqual([])

  const late = await openPage(link, await schoolApp.school.student(), { size })
  await heading(late.page, 'This link was used already')
  await expectSound(late.page)
})

test('a student buys three seats, two people join, one is taken back, and the last seat is given', async () => {
  const course = await courseForGroups()
  const buyer = await openPage(`/payments/courses/${course.id}?for=seats`, await schoolApp.school.student())
  const { page } = buyer
  await page.getByRole('textbox', { name: 'Number of seats' }).fill('3')
  await page.getByText('Reading the wind × 3').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: /^Pay .*37,500/ }).click()
  await payByCard(page)
  await heading(page, 'Your seats are paid', 2)
  await page.getByRole('link', { name: 'Manage seats' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('0 of 3 used').waitFor()
  await expectSound(page)
  const link = await linkOf(page, 'Link')

  const people = [await schoolApp.school.student(), await schoolApp.school.student()]
  for (const person of people) {
    const other = await openPage(link, person)
    await other.page.getByRole('button', { name: 'Take seat' }).click()
    await heading(other.page, 'You have this seat')
    expect(other.complaints).toEqual([])
  }
  await page.reload()
  const list = page.getByRole('list', { name: 'People' })
  await list.getByText(people[0]!.email).waitFor()
  await list.getByText(people[1]!.email).waitFor()
  await expectSound(page)
  await list
    .getByRole('listitem')
    .filter({ hasText: people[0]!.email })
    .getByRole('button', { name: /Take back/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await list.getByText(people[0]!.email).waitFor({ state: 'detached' })

  await page.getByRole('textbox', { name: 'E-mail addresses' }).fill('ada@people.test\nnobody')
  await page.getByText('These are no e-mail addresses: nobody').waitFor()
  await page.getByRole('textbox', { name: 'E-mail addresses' }).fill('ada@people.test')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await list.getByText('ada@people.test').first().waitFor()
  // One seat is left: the buyer takes it.
  await page.getByRole('button', { name: 'Take a seat yourself' }).click()
  await page.getByRole('textbox', { name: 'E-mail addresses' }).waitFor({ state: 'detached' })
  await expectSound(page)
  const late = await openPage(link, await schoolApp.school.student())
  await heading(late.page, 'All seats are taken')
  expect(buyer.complaints).toEqual([])
})

test('the price of seats has the coupon before the payment, as the order has it', async () => {
  const { school } = schoolApp
  const admin = await school.admin()
  await admin.api(createCoupon, { code: 'TEAM', percent_off: 20 })
  const course = await courseForGroups()
  const { page, complaints } = await openPage(
    `/payments/courses/${course.id}?for=seats`,
    await school.student(),
    { size: phoneViewport },
  )
  const pay = (amount: RegExp) => page.getByRole('button', { name: amount })
  await pay(/^Pay .*62,500/).waitFor()
  const coupon = page.getByRole('textbox', { name: 'Coupon code' })
  await coupon.fill('NOTHING')
  // The button applies the code first, and pays nothing.
  await pay(/^Pay .*62,500/).click()
  await page.getByText('This coupon does not exist. Check the code.').waitFor()
  await expectSound(page)
  await coupon.fill('team')
  await coupon.press('Enter')
  await pay(/^Pay .*50,000/).waitFor()
  await page
    .getByRole('definition')
    .getByText(/[-−].*12,500/)
    .waitFor()
  await page.getByRole('textbox', { name: 'Number of seats' }).fill('2')
  await pay(/^Pay .*20,000/).click()
  await payByCard(page)
  await heading(page, 'Your seats are paid', 2)
  await page
    .getByText(/20,000/)
    .first()
    .waitFor()
  expect(complaints).toEqual([])
})

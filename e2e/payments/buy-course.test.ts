import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { queueTables } from '#platform/jobs/queue-tables.ts'
import { queryAsOwner } from '#testing/builders/queue.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { testPassword } from '#testing/builders/school-builder.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { goodCard, payByCard, sandbox, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp, waitForHydration } from '../harness/open-page.ts'

setUpPaidSchoolApp()

const declinedCard = /5258 5859 2266 6506/

const landing = (course: { id: string }) => `/?selected_course_id=${course.id}`

/** A course for sale, and a student who is not enrolled. */
async function courseForSale(given: object = {}) {
  const { course, contents } = await createTestCourse(schoolApp.school, {
    course: { course_name: 'Reading the wind', price: 12_500_00, ...given },
    contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
  })
  return { course, contents, buyer: await schoolApp.school.student() }
}

/** Pays on the hosted page of the provider. */
async function payOnHostedPage(page: Page) {
  await payByCard(page)
  await page.waitForURL(/\/payments\/return/)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor()

describe.each([
  ['phone', phoneViewport],
  ['computer', desktopViewport],
])('on a %s', (_device, size) => {
  test('a visitor logs in, pays by card and starts the course', async () => {
    const { course, buyer } = await courseForSale()
    const { page, complaints } = await openPage(landing(course), null, { size })
    const steps = page.getByRole('region', { name: 'How to buy' })
    expect(await steps.innerText()).toContain('secure payment page of Flutterwave')
    expect(await steps.innerText()).toContain('opens as soon as your payment is confirmed')
    await steps.getByText('Test mode').waitFor()
    expect(await page.getByRole('main').innerText()).not.toContain('Ask to join')
    await expectSound(page)

    const card = page.getByRole('complementary', { name: 'Buy this course' })
    await card.getByRole('link', { name: 'Log in' }).click()
    await waitForHydration(page)
    await page.getByRole('textbox', { name: 'E-mail or user code', exact: true }).fill(buyer.email)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(testPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()

    // The purchase continues by itself.
    await page.getByRole('heading', { name: /12,500/ }).waitFor()
    expect(new URL(page.url()).origin).toBe(sandbox.address)
    await payOnHostedPage(page)
    await heading(page, 'Payment received')
    await expectSound(page)

    await page.reload()
    await heading(page, 'Payment received')
    const second = await page.context().newPage()
    await second.goto(page.url())
    await heading(second, 'Payment received')
    await second.close()

    await page.getByRole('link', { name: 'Go to course' }).click()
    await page.getByText('Feel it on your face.').waitFor()
    await page.goto(schoolApp.at(landing(course)))
    await page.getByRole('link', { name: 'Go to course' }).waitFor()
    expect(complaints).toEqual([])
  })
})

test('on a phone, a student whose card is declined pays with another, and finds the receipt', async () => {
  const { course, buyer } = await courseForSale()
  const { page, complaints } = await openPage(landing(course), buyer, { size: phoneViewport })
  await page.getByRole('link', { name: 'Buy', exact: true }).click()
  await page.getByRole('button', { name: declinedCard }).click()
  await page.getByRole('alert').waitFor()
  await payOnHostedPage(page)
  await heading(page, 'Payment received')

  await page.getByRole('link', { name: 'Show receipt' }).click()
  const receipt = page.getByRole('region', { name: 'Receipt from Harbour Academy' })
  expect(await receipt.innerText()).toMatch(/Reading the wind[\s\S]*12,500[\s\S]*Order number/)
  await expectSound(page)
  await page.getByRole('link', { name: 'Payments' }).first().click()
  const orders = page.getByRole('list', { name: 'Payments' })
  await orders.getByText('Paid', { exact: true }).waitFor()
  expect(await orders.getByRole('listitem').count()).toBe(1)
  await expectSound(page)
  expect(complaints).toEqual([])
})

test('a student leaves the payment page, continues later, and waits for staff', async () => {
  const { course, buyer } = await courseForSale({ approve_student_on_payment: false })
  const { page, complaints } = await openPage(landing(course), buyer)
  await page.getByText('Your payment alone does not open this course.').waitFor()
  await page.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('button', { name: 'Cancel and return' }).click()
  await heading(page, 'You have not paid yet')
  await expectSound(page)

  await page.getByRole('link', { name: 'Back to course page' }).click()
  await page.getByText('You have started to pay for this course.').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Continue payment' }).click()
  await payOnHostedPage(page)
  await page.getByText('The school approves you next.').waitFor()

  await page.getByRole('link', { name: 'Back to course page' }).click()
  await page.getByText('You have paid. The school approves you next').waitFor()
  expect(await page.getByRole('button', { name: 'Buy this course' }).isVisible()).toBe(false)
  expect(complaints).toEqual([])
})

test('a provider that does not answer charges nothing, and the student tries again', async () => {
  const { course, buyer } = await courseForSale()
  const { page } = await openPage(landing(course), buyer)
  sandbox.flutterwave.failNext({ kind: 'error_500', times: 3 })
  await page.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByText('You were not charged.').filter({ visible: true }).first().waitFor()
  const charges = sandbox.flutterwave.chargeCount()
  sandbox.flutterwave.clearFailures()
  await page.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('button', { name: goodCard }).waitFor()
  expect(sandbox.flutterwave.chargeCount()).toBe(charges)
  await payOnHostedPage(page)
  await heading(page, 'Payment received')
  expect(sandbox.flutterwave.chargeCount()).toBe(charges + 1)
})

const waitsForJobs = { timeout: 30_000, interval: 1_000 }

/** Makes the school's waiting jobs due whose key starts so. */
const runJobsNow = (key: string) =>
  queryAsOwner(`update ${queueTables.jobs} set run_at = now() where key like $1 and run_at > now()`, [
    `${schoolApp.school.school_id}/${key}%`,
  ])

test('an admin refunds an order, and the course closes', async () => {
  const { course, buyer } = await courseForSale({ course_name: 'Reading rain' })
  const student = await openPage(landing(course), buyer)
  await student.page.getByRole('button', { name: 'Buy this course' }).click()
  await payOnHostedPage(student.page)
  await heading(student.page, 'Payment received')
  await student.page.getByRole('link', { name: 'Go to course' }).click()
  await student.page.getByText('Feel it on your face.').waitFor()

  const { page, complaints } = await openPage('/manage/orders', await schoolApp.school.admin())
  await page.getByLabel('Search').fill(buyer.email)
  const row = page.getByRole('row').filter({ hasText: course.course_name }).filter({ hasText: buyer.name })
  await row.getByText('Paid', { exact: true }).filter({ visible: true }).waitFor()
  await expectSound(page)
  await row.getByRole('link', { name: buyer.name }).click()
  await page.getByText('Payment received: ₦12,500').waitFor()
  await expectSound(page)

  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`${buyer.name} loses access to ${course.course_name}`).waitFor()
  await dialog.getByLabel(course.course_name).fill('500')
  await dialog.getByText(`${buyer.name} keeps access to ${course.course_name}`).waitFor()
  await dialog.getByLabel(course.course_name).fill('12500')
  await dialog.getByLabel('Reason').fill('Bought twice')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Refund ₦12,500' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // Flutterwave sends no webhook for refunds, and the job asks again later: it runs now.
  await expect
    .poll(async () => {
      await runJobsNow('refund/')
      await student.page.goto(schoolApp.at('/payments'))
      return student.page.getByRole('list', { name: 'Payments' }).innerText()
    }, waitsForJobs)
    .toContain('Refunded')
  // The page of staff shows the result without a reload.
  await page.getByText('Refunded: ₦12,500').waitFor()
  await student.page.goto(schoolApp.at(`/learn/${course.id}`))
  await student.page.getByRole('link', { name: 'My learning' }).first().waitFor()
  expect(await student.page.getByText('Feel it on your face.').count()).toBe(0)
  expect(complaints).toEqual([])
})

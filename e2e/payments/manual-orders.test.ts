import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startBankTransfer, updateBankTransferSettings } from '#payments/contract.ts'
import { testTransferSettings } from '#testing/builders/billing/bank-transfers.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

// No provider of payments is configured.
setUpSchoolApp()

async function expectSound(page: Page, name: string) {
  expect(await accessibilityIssues(page)).toEqual([])
  for (const size of [desktopViewport, phoneViewport]) {
    await page.setViewportSize(size)
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
    if (process.env.PICTURES)
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${size.width}.png`, fullPage: true })
  }
}

/** A course with a name of its own, also when the test is repeated. */
async function newCourse(title: string) {
  const course_name = `${title} ${Date.now()}`
  const { course } = await createTestCourse(schoolApp.school, {
    course: { course_name, price: 12_500_00 },
    contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
  })
  return { course, course_name }
}

async function choose(page: Page, field: string, typed: string) {
  const input = page.getByRole('combobox', { name: field })
  await input.fill(typed)
  await page.getByRole('option', { name: typed }).click()
}

test('on a phone staff record a sale in cash, and the student opens the course', async () => {
  const { school } = schoolApp
  const { course, course_name } = await newCourse('Reading the wind')
  const student = await school.student()
  const admin = await school.admin()
  const { page, complaints } = await openPage('/manage/orders', admin, { size: phoneViewport })
  await page.getByRole('button', { name: 'Record a sale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a sale' })
  await choose(page, 'Student', student.email)
  await choose(page, 'Course or plan', course_name)
  await dialog.getByRole('textbox', { name: 'Agreed price' }).fill('10000')
  await dialog.getByRole('textbox', { name: 'Receipt or transfer number' }).fill('R-17')
  await expectSound(page, 'manual-sale')
  await dialog.getByRole('button', { name: 'Record sale' }).click()
  await page.getByRole('heading', { name: /^Order / }).waitFor()
  await page.getByText('Number: R-17').waitFor()
  await expectSound(page, 'manual-order')
  expect(complaints).toEqual([])
  const learning = await openPage(`/?selected_course_id=${course.id}`, student, { size: phoneViewport })
  await learning.page.getByRole('link', { name: 'Go to course' }).filter({ visible: true }).first().waitFor()
})

test('staff give a course for free, and end the access', async () => {
  const { school } = schoolApp
  const { course_name } = await newCourse('Knots')
  const student = await school.student()
  const { page, complaints } = await openPage('/manage/orders', await school.admin())
  await page.getByRole('button', { name: 'Record a sale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a sale' })
  await choose(page, 'Student', student.email)
  await choose(page, 'Course or plan', course_name)
  await dialog.getByRole('radio', { name: 'Free access' }).check()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Scholarship')
  await expectSound(page, 'manual-given-dialog')
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await page.getByText('Note: Scholarship').waitFor()
  await expectSound(page, 'manual-given')
  await page.getByRole('button', { name: 'End access' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End access' }).click()
  await page.getByText('Ended on').waitFor()
  await page.getByText('Canceled').waitFor()
  expect(complaints).toEqual([])
})

test('staff record the payment of an order that a student began', async () => {
  const { school } = schoolApp
  const { course } = await newCourse('Anchors')
  const student = await school.student()
  const admin = await school.admin()
  await admin.api(updateBankTransferSettings, testTransferSettings)
  const { order_id } = await student.api(startBankTransfer, { course_id: course.id })
  const { page, complaints } = await openPage(`/manage/orders/${order_id}`, admin)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a payment' })
  await dialog.getByText('is missing').waitFor()
  await expectSound(page, 'manual-payment')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await page.getByText('Payment recorded.').waitFor()
  await page.getByText('Cash').waitFor()
  expect(await page.getByRole('button', { name: 'Record payment' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

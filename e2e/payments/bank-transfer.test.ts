import { expect, test } from 'vitest'
import { updateBankTransferSettings } from '#payments/contract.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestImage } from '#testing/builders/files.ts'
import type { Page } from 'playwright-core'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

async function expectSound(page: Page) {
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityIssues(page)).toEqual([])
}

test('on a phone a student pays by bank transfer, staff approve the proof, and the course opens', async () => {
  const { school } = schoolApp
  const { course } = await createTestCourse(school, {
    course: { course_name: 'Reading the wind', price: 12_500_00, approve_student_on_payment: true },
    contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
  })
  const buyer = await school.student()
  const admin = await school.admin()
  const account = {
    currency: 'NGN',
    bank_name: 'Access Bank',
    account_name: 'Harbour Academy Ltd',
    account_number: '0690000031',
    note: '',
  }
  await admin.api(updateBankTransferSettings, { is_enabled: true, waiting_days: 7, accounts: [account] })

  const { page, complaints } = await openPage(`/?selected_course_id=${course.id}`, buyer, {
    size: phoneViewport,
  })
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await page.getByRole('heading', { name: 'Transfer the money, then upload the proof' }).waitFor()
  await page.getByText('0690000031').waitFor()
  const order_id = new URL(page.url()).searchParams.get('order') ?? ''
  await page.getByText(order_id.slice(-8).toUpperCase()).waitFor()
  await expectSound(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'proof.png',
    mimeType: 'image/png',
    buffer: await createTestImage({ width: 300, height: 500 }),
  })
  await page.getByText('Selected: proof.png').waitFor()
  await page.getByRole('textbox', { name: 'Name of the sender' }).fill('Ada Obi')
  await page.getByRole('button', { name: 'Send proof' }).click()
  await page.getByRole('heading', { name: 'The school checks your transfer' }).waitFor()
  await expectSound(page)

  const staff = await openPage('/manage/orders?view=attention', admin, { size: phoneViewport })
  await staff.page.getByText('Transfer to check').first().waitFor()
  await staff.page.goto(schoolApp.at(`/manage/orders/${order_id}`))
  const review = staff.page.getByRole('region', { name: 'Bank transfer' })
  await review.getByText('Ada Obi').waitFor()
  await review.getByRole('img', { name: 'Open proof' }).waitFor()
  await expectSound(staff.page)
  await review.getByRole('button', { name: 'Approve' }).click()
  const dialog = staff.page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await review.getByText('Approved').waitFor()
  expect(staff.complaints).toEqual([])

  await page.reload()
  await page.getByRole('heading', { name: 'Payment confirmed' }).waitFor()
  await page.getByRole('link', { name: 'Go to course' }).click()
  await page.getByText('Feel it on your face.').waitFor()
  expect(complaints).toEqual([])
})

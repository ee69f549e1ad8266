import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import { updateBankTransferSettings } from '#payments/contract.ts'
import { testTransferSettings } from '#testing/builders/billing/bank-transfers.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

// No provider of payments is configured.
setUpSchoolApp()

async function expectSound(page: Page) {
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityIssues(page)).toEqual([])
}

const transferPage = 'Transfer the money, then upload the proof'

test('a school without a provider sells courses and one-time plans by bank transfer', async () => {
  const { school } = schoolApp
  const { course } = await createTestCourse(school, {
    course: { course_name: 'Reading the wind', price: 12_500_00 },
    contents: [{ title: 'Sails', body: '<p>Feel it on your face.</p>' }],
  })
  const admin = await school.admin()
  const address = `/?selected_course_id=${course.id}`
  const before = await openPage(address, await school.student(), { size: phoneViewport })
  await before.page.getByRole('button', { name: 'Ask to join' }).first().waitFor()

  await admin.api(updateBankTransferSettings, testTransferSettings)
  const buyer = await school.student()
  const { page, complaints } = await openPage(address, buyer, { size: phoneViewport })
  await page.getByText('Transfer the price to the school’s bank account').waitFor()
  await expectSound(page)
  const card = page.getByRole('complementary', { name: 'Buy this course' })
  await card.getByRole('button', { name: 'Buy this course' }).click()
  await page.getByRole('heading', { name: transferPage }).waitFor()
  const order = new URL(page.url()).search
  await page.goto(schoolApp.at(address))
  await card.getByRole('button', { name: 'Continue payment' }).click()
  await page.getByRole('heading', { name: transferPage }).waitFor()
  expect(new URL(page.url()).search).toBe(order)
  expect(complaints).toEqual([])

  const plan = { name: 'Everything', price: 20_000_00, course_ids: [course.id], status: 'published' as const }
  const once = await admin.api(createPaymentPlan, { ...plan, kind: 'one_time' })
  await page.goto(schoolApp.at(`/payments/plans/${once.id}`))
  await page.getByRole('button', { name: 'Pay by bank transfer' }).waitFor()
  expect(await page.getByRole('button', { name: /^Pay .*20,000/ }).count()).toBe(0)
  await expectSound(page)
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await page.getByRole('heading', { name: transferPage }).waitFor()

  const monthly = await admin.api(createPaymentPlan, { ...plan, kind: 'subscription', interval: 'month' })
  await page.goto(schoolApp.at(`/payments/plans/${monthly.id}`))
  await page.getByText('This school does not take online payments now.').waitFor()
  expect(await page.getByRole('button', { name: /Pay/ }).count()).toBe(0)
})

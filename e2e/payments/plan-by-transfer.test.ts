import type { Page } from 'playwright-core'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPaymentPlan } from '#payment-plans/contract.ts'
import { approveBankTransfer, listBankTransfers } from '#payments/contract.ts'
import { listMySubscriptions } from '#subscriptions/contract.ts'
import { createTestImage } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { billAtOnce } from '#testing/builders/plans/plan-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

// No provider of payments is configured.
setUpSchoolApp()

async function expectSound(page: Page) {
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityIssues(page)).toEqual([])
}

/** Sends a proof on the page of a transfer. */
async function sendProof(page: Page) {
  await page.getByRole('heading', { name: 'Transfer the money, then upload the proof' }).waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'proof.png',
    mimeType: 'image/png',
    buffer: await createTestImage({ width: 300, height: 500 }),
  })
  await page.getByText('Selected: proof.png').waitFor()
  await page.getByRole('textbox', { name: 'Name of the sender' }).fill('Ada Obi')
  await page.getByRole('button', { name: 'Send proof' }).click()
  await page.getByRole('heading', { name: 'The school checks your transfer' }).waitFor()
}

async function approve(order_id: string) {
  const admin = await schoolApp.school.admin()
  const [transfer] = (await admin.api(listBankTransfers, { order_id })).data
  await admin.api(approveBankTransfer, { id: transfer!.id, amount: transfer!.amount })
}

/** An admin switches transfers on, for plans too. */
async function allowPlans(admin: TestUser, size: typeof phoneViewport) {
  const { page, complaints } = await openPage('/manage/payment-providers', admin, { size })
  const accepts = page.getByRole('switch', { name: 'Accept bank transfers' })
  const plans = page.getByRole('switch', { name: 'Also for instalments and subscriptions' })
  await accepts.waitFor()
  if (!(await accepts.isChecked())) {
    await accepts.check({ force: true })
    await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Access Bank')
    await page.getByRole('textbox', { name: 'Account name' }).fill('Test School Ltd')
    await page.getByRole('textbox', { name: 'Account number' }).fill('0690000031')
    await plans.check({ force: true })
    await page.getByRole('form', { name: 'Bank transfer' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.reload()
  }
  await plans.waitFor()
  expect(await plans.isChecked()).toBe(true)
  await expectSound(page)
  expect(complaints).toEqual([])
}

const orderOf = (page: Page) => new URL(page.url()).searchParams.get('order')!

test.each([
  ['phone', phoneViewport],
  ['computer', desktopViewport],
])('on a %s, a student pays a subscription by bank transfer, also the next month', async (device, size) => {
  const { school } = schoolApp
  const admin = await school.admin()
  const { course } = await createTestCourse(school, {
    course: { course_name: `Reading the currents on a ${device}`, price: 900_000 },
    contents: [{ title: 'Gulf Stream', body: '<p>Warm water moves north.</p>' }],
  })
  await allowPlans(admin, size)
  const name = `Currents each month on a ${device}`
  const plan = await admin.api(createPaymentPlan, {
    name,
    status: 'published',
    kind: 'subscription',
    price: 9_000_00,
    interval: 'month',
    course_ids: [course.id],
  })
  const student = await school.student()
  const { page, complaints } = await openPage(`/payments/plans/${plan.id}`, student, { size })
  await page.getByText('With a bank transfer, you pay later payments in the same way').waitFor()
  await expectSound(page)
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await sendProof(page)
  await approve(orderOf(page))

  const { id } = (await student.api(listMySubscriptions, {})).data[0]!
  // The month passes but for five days, and the biller runs.
  await school.transact(async ({ tx, school_id }) => {
    const back = sql`interval '25 days'`
    await sql`update subscriptions set anchor_at = anchor_at - ${back}, period_start = period_start - ${back},
      period_end = period_end - ${back} where school_id = ${school_id} and id = ${id}`.execute(tx)
  })
  await billAtOnce(school, id, 2)
  await page.goto(schoolApp.at('/payments'))
  const section = page.getByRole('region', { name })
  await section.getByText(/^Transfer .*9,000.* by .*, then upload the proof\.$/).waitFor()
  await expectSound(page)
  await section.getByRole('button', { name: 'Pay by bank transfer' }).click()
  await sendProof(page)
  await page.goto(schoolApp.at('/payments'))
  await section.getByText('The school checks your transfer.').waitFor()
  await expectSound(page)
  const list = await openPage('/manage/subscriptions', admin, { size })
  await list.page.getByText('Bank transfer').filter({ visible: true }).first().waitFor()
  await expectSound(list.page)
  await list.page.getByRole('link', { name: 'Check transfer' }).filter({ visible: true }).first().click()
  await list.page.getByRole('button', { name: 'Approve' }).waitFor()
  await section.getByRole('link', { name: 'Show transfer' }).click()
  await page.waitForURL(/order=/)
  await approve(orderOf(page))
  await page.goto(schoolApp.at('/payments'))
  await section.getByText(/^Next payment: .*9,000/).waitFor()
  await page.goto(schoolApp.at(`/learn/${course.id}`))
  await page.getByText('Warm water moves north.').waitFor()
  expect(complaints).toEqual([])
})

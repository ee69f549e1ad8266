import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { billAtOnce, buyPlan, threePayments } from '#testing/builders/plans/plan-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { payByCard, sandbox, setUpPaidSchoolApp } from '../harness/card-payments.ts'
import { expectSound } from '../harness/expect-sound.ts'
import { openPage, schoolApp } from '../harness/open-page.ts'

setUpPaidSchoolApp()

beforeAll(() => {
  // The worker of the test charges at the same stand-in.
  Object.assign(schoolApp.school.app.services.config.payments, schoolApp.product.app.services.config.payments)
})

/**
 * Lets days pass: everything that the biller reads moves into the past. Then the biller runs, without a job,
 * so that the test does not wait for the queue.
 */
async function passDays(days: number) {
  const { school } = schoolApp
  await school.transact(async ({ tx, school_id }) => {
    const back = sql`interval '1 day' * ${days}`
    await sql`update subscriptions set anchor_at = anchor_at - ${back}, period_start = period_start - ${back},
      period_end = period_end - ${back}, next_action_at = next_action_at - ${back}
      where school_id = ${school_id}`.execute(tx)
    await sql`update subscription_periods set starts_at = starts_at - ${back}, ends_at = ends_at - ${back},
      due_at = due_at - ${back}, next_try_at = next_try_at - ${back} where school_id = ${school_id}`.execute(
      tx,
    )
    await sql`update entitlements set starts_at = starts_at - ${back}, ends_at = ends_at - ${back}
      where school_id = ${school_id}`.execute(tx)
  })
  const subscriptions = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('subscriptions').where('school_id', '=', school_id).select('id').execute(),
  )
  for (const { id } of subscriptions) await billAtOnce(school, id, 1)
}

async function payOnHostedPage(page: Page) {
  await payByCard(page)
  await page.waitForURL(/\/payments/)
}

test('on a phone, a student pays instalments, misses one, and pays to the end', async () => {
  const { course } = await createTestCourse(schoolApp.school, {
    course: { course_name: 'Reading the tides', price: 100_000 },
    contents: [{ title: 'Ebb', body: '<p>The water goes out.</p>' }],
  })
  const student = await schoolApp.school.student()
  const { page, complaints } = await openPage('/payments', student, { size: phoneViewport })
  await page.getByRole('button', { name: 'Add card' }).click()
  await payOnHostedPage(page)
  await page.getByText('Your card is saved.').waitFor()
  await page.getByRole('list', { name: 'Cards' }).getByText('2950').waitFor()
  await expectSound(page)

  await buyPlan({ school: schoolApp.school, student }, threePayments([course.id]))
  const plan = page.getByRole('region', { name: 'Sailing' })
  const opens = async () => {
    await page.goto(schoolApp.at(`/learn/${course.id}`))
    const text = page.getByText('The water goes out.')
    await text
      .or(page.getByRole('link', { name: 'My learning' }))
      .first()
      .waitFor()
    return text.isVisible()
  }
  // The worker of the product bills, too, so the result may come a moment later.
  const showsPlan = async (...texts: string[]) => {
    await expect
      .poll(
        async () => {
          await page.goto(schoolApp.at('/payments'))
          await plan.waitFor()
          const shown = await plan.innerText()
          return texts.filter((text) => !shown.toLowerCase().includes(text.toLowerCase()))
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toEqual([])
  }
  await showsPlan('Active', '1 of 3 payments made', 'Next payment: ₦333.33')
  await expectSound(page)

  await passDays(31)
  await showsPlan('2 of 3 payments made')

  sandbox.flutterwave.setSavedCardResult(student.email, 'insufficient_funds')
  await passDays(31)
  await showsPlan('Payment due', '₦333.33 is due.')
  await expectSound(page)
  await passDays(8)
  await showsPlan('Suspended', 'Pay to open your courses again.')
  expect(await opens()).toBe(false)

  await showsPlan('Suspended')
  await plan.getByRole('button', { name: 'Pay now' }).click()
  await payOnHostedPage(page)
  await page.getByRole('heading', { level: 2, name: 'Payment received' }).waitFor()
  expect(await opens()).toBe(true)
  await showsPlan('Paid in full', '3 of 3 payments made')

  const staff = await openPage('/manage/subscriptions', await schoolApp.school.admin())
  await staff.page.getByLabel('Search').fill(student.email)
  await staff.page
    .getByRole('row')
    .filter({ hasText: student.name })
    .getByText('Paid in full')
    .filter({ visible: true })
    .waitFor()
  await expectSound(staff.page)
  expect(complaints).toEqual([])
})

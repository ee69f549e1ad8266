import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createPlatformAccount } from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

/** What a night left behind in a school with its own accounts. */
const insertNight = () =>
  schoolApp.school.transact(async ({ tx, school_id, now }) => {
    await tx
      .insertInto('reconciled_schools')
      .values({
        school_id,
        last_run_at: now,
        last_run_state: 'failed',
        open_differences: 1,
        failing_providers: ['paystack'],
      })
      .execute()
    const difference = { provider: 'stripe', kind: 'amount_diff', transaction_id: 'pi_1', currency: 'USD' }
    await tx
      .insertInto('reconciliation_differences')
      .values({
        school_id,
        id: newId(),
        ...difference,
        expected_amount: 1_000,
        found_amount: 1_100,
        state: 'open',
      })
      .execute()
  })

test('the console shows schools whose accounts have problems, and their differences', async () => {
  const { config } = schoolApp.product.app.services
  config.privilegedEmail = 'privileged@lyceum.test'
  config.supportEmails = [config.privilegedEmail]
  await insertNight()
  const operator = { ...(await createPlatformAccount('privileged')), role: 'account_user' as const }
  const { page, complaints } = await openPage(schoolApp.product.at(null, '/console/reconciliation'), operator)
  const sound = async (name: string) => {
    expect(await accessibilityIssues(page)).toEqual([])
    for (const size of [phoneViewport, desktopViewport]) {
      await page.setViewportSize(size)
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
      if (process.env.PICTURES)
        await page.screenshot({ path: `${process.env.PICTURES}/${name}-${size.width}.png`, fullPage: true })
    }
  }
  const row = page.getByRole('row').filter({ hasText: 'Keys refused by Paystack' })
  await row.getByText('Open differences: 1').waitFor()
  await sound('reconciled-schools')
  await row.getByRole('link').click()
  await page.getByText('We have $10. Stripe has $11.').waitFor()
  expect(await page.getByRole('button', { name: 'Explain' }).count()).toBe(0)
  await sound('school-differences')
  expect(complaints).toEqual([])
})

import { queueTables } from '#platform/jobs/queue-tables.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { queryAsOwner } from '#testing/builders/queue.ts'
import {
  createPlatformAccount,
  createTestAccount,
  createTestSchool,
} from '#testing/builders/school-builder.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

let putBack = () => {}
beforeAll(() => {
  const { config } = schoolApp.product.app.services
  const { supportEmails, privilegedEmail, freeLimits } = config
  putBack = () => void Object.assign(config, { supportEmails, privilegedEmail, freeLimits })
  config.privilegedEmail = 'privileged@lyceum.test'
  config.supportEmails = [config.privilegedEmail, 'support@lyceum.test']
  config.freeLimits = { ...freeLimits, students: 40 }
})
afterAll(() => putBack())

const asStored = (account: Awaited<ReturnType<typeof createTestAccount>>) => ({
  ...account,
  role: 'account_user' as const,
})

async function sound(page: Page, name: string) {
  expect(await accessibilityIssues(page)).toEqual([])
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page), name).toBe(0)
  await page.setViewportSize(desktopViewport)
  await takeScreenshot(page, name)
}

async function takeScreenshot(page: Page, name: string) {
  if (!process.env.PICTURES) return
  await page.setViewportSize(phoneViewport)
  await page.screenshot({ path: `${process.env.PICTURES}/${name}-phone.png`, fullPage: true })
  await page.setViewportSize(desktopViewport)
  await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` })
}

test('the privileged account changes a school’s plan, tests a flag and retries a parked job', async () => {
  const privileged = asStored(await createPlatformAccount('privileged'))
  // A different name per attempt: a parked job stays.
  const name = `mail-to-nowhere-${newId().slice(-6)}`
  await schoolApp.school.transact((ctx) => ctx.enqueue({ name }, {}))
  await queryAsOwner(
    `update ${queueTables.jobs} set attempts = max_attempts, last_error = 'The server said no.'
     where task_id = (select id from ${queueTables.tasks} where identifier = $1)`,
    [name],
  )
  const { page, complaints } = await openPage(schoolApp.product.at(null, '/console'), privileged)

  await page.getByRole('searchbox').fill(schoolApp.school.school_url)
  const row = page.getByRole('row').filter({ hasText: 'Harbour Academy' })
  // The header row and this school.
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await takeScreenshot(page, 'console-schools')
  await row.getByRole('link', { name: 'Harbour Academy' }).first().click()
  await page.getByRole('heading', { name: 'Harbour Academy' }).waitFor()
  await page.getByRole('button', { name: 'Change plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'Free' }).click()
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('The contract ended')
  await dialog.getByRole('button', { name: 'Change plan' }).click()
  await page.getByText('Flagged', { exact: true }).waitFor()
  await page.getByText('of 40').waitFor()
  await takeScreenshot(page, 'console-school')

  await page.getByRole('link', { name: 'Feature flags' }).first().click()
  await page.getByRole('button', { name: 'Add flag' }).first().click()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('new_player')
  await dialog.getByRole('textbox', { name: /^Also for these schools/ }).fill(schoolApp.school.school_url)
  await dialog.getByText(/^On for 1 of/).waitFor()
  await sound(page, 'console-flag')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '1 selected school', exact: true }).waitFor()

  // Cached pages of the school are renewed, and its screens get the flag.
  const home = async (school_url: string) => {
    const headers = { host: `${school_url}.localhost` }
    return (await schoolApp.product.app.http.inject({ url: '/', headers })).body
  }
  await expect.poll(() => home(schoolApp.school.school_url)).toContain('new_player')
  expect(await home((await createTestSchool()).school_url)).not.toContain('new_player')

  await page.getByRole('link', { name: 'Parked jobs' }).first().click()
  await page.getByText('The server said no.').first().waitFor()
  await takeScreenshot(page, 'console-jobs')
  await page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) }).check()
  await page.getByRole('button', { name: 'Run selected again' }).click()
  await expect.poll(() => page.getByText(name).count()).toBe(0)

  await page.getByRole('link', { name: 'Audit log', exact: true }).first().click()
  await page.getByText('Parked job run again').first().waitFor()
  await expect.poll(() => page.getByText('“The contract ended”').count()).toBeGreaterThan(0)
  await takeScreenshot(page, 'console-log')
  expect(complaints).toEqual([])
})

test('the owner of a flagged school sees its plan, admins a notice near a limit, and nobody else either', async () => {
  // As CONTACT_EMAIL sets it; other pages of this product have none.
  const { hosts, config } = schoolApp.product.app.services
  const brand = await hosts.brand(null)
  const { students } = config.freeLimits
  Object.assign(brand, { support_email: 'plans@lyceum.test' })
  onTestFinished(() => {
    Object.assign(brand, { support_email: '' })
    Object.assign(config.freeLimits, { students })
  })
  const home = await openPage('/manage', await schoolApp.school.owner())
  await home.page.getByText(`of ${students} students`).waitFor()
  const plans = home.page.getByRole('link', { name: 'See plans' })
  expect(await plans.getAttribute('href')).toBe('/manage/settings/plan')
  expect(await home.page.locator('[data-upgrade]').count()).toBe(0)
  const charts = home.page.getByRole('region', { name: 'Last 30 days' })
  await charts.getByRole('img', { name: /^New enrolments/ }).waitFor()
  await sound(home.page, 'staff-home')
  await charts.getByRole('button', { name: 'Show as table' }).click()
  expect(await charts.getByRole('row').count()).toBe(31)
  await sound(home.page, 'staff-home-table')

  await schoolApp.school.student()
  Object.assign(config.freeLimits, { students: 1 })
  const teacher = await openPage('/manage', await schoolApp.school.teacher())
  await teacher.page.getByText('Your courses today').waitFor()
  await teacher.page.waitForLoadState('networkidle')
  expect(await teacher.page.getByText('of 1 students').count()).toBe(0)
  const { page } = await openPage('/manage', await schoolApp.school.admin())
  const notice = page.getByRole('complementary', { name: 'The school’s plan' })
  await notice.getByText('You have reached a limit of your plan.').waitFor()
  // Admins cannot change the plan.
  const ask = notice.getByRole('link', { name: 'Ask for a larger plan' })
  expect(await ask.getAttribute('href')).toMatch(/^mailto:plans@lyceum\.test\?subject=/)
  await sound(page, 'upgrade-banner')
  await notice.getByRole('button', { name: 'Hide for now' }).click()
  await page.reload({ waitUntil: 'networkidle' })
  await page.getByText('Your school today').waitFor()
  expect(await notice.count()).toBe(0)

  const student = await openPage('/dashboard', await schoolApp.school.student())
  await student.page.getByRole('heading', { level: 1 }).waitFor()
  await student.page.waitForLoadState('networkidle')
  expect(await student.page.locator('[data-upgrade]').count()).toBe(0)

  const owner = await openPage(schoolApp.product.at(null, '/console'), asStored(await createTestAccount()))
  await owner.page.getByRole('heading', { name: 'Page not found', level: 2 }).waitFor()
  expect(await owner.page.getByRole('link', { name: 'Feature flags' }).count()).toBe(0)
})

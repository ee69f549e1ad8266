import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { withSchoolTx } from '#tenancy/database/school-tx.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

const nothing = '/health/live'
const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)
const works = async (token: string) => {
  const answer = await schoolApp.school
    .visitor()
    .request({ method: 'GET', url: '/api/school-users/v2/me', headers: { 'x-access-token': token } })
  return answer.status === 200
}
const takeScreenshot = async (page: Page, name: string) => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}.png` })
}

test.each(['/profile', '/'])(
  'a link with another person’s session at %s asks first, and declining ends that session',
  async (path) => {
    const [victim, attacker] = [await schoolApp.school.student(), await schoolApp.school.student()]
    const { page } = await openPage(nothing, victim)
    await page.goto(schoolApp.at(`${path}?user_token=${attacker.token}`))
    const dialog = page.getByRole('dialog', { name: 'Switch to another account?' })
    await dialog.waitFor()
    expect(await dialog.innerText()).toContain(`You are logged in as ${victim.name}.`)
    expect(await dialog.innerText()).toContain(`${attacker.name} (${attacker.email})`)
    expect(await accessibilityIssues(page)).toEqual([])
    await takeScreenshot(page, `switch-1280${path.replace('/', '-')}`)
    await page.setViewportSize(phoneViewport)
    expect(await horizontalOverflow(page)).toBe(0)
    await takeScreenshot(page, `switch-360${path.replace('/', '-')}`)
    // The button to stay has the focus.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await stored(page)).toMatchObject({ user_token: victim.token })
    expect(page.url()).toBe(schoolApp.at(path))
    await expect.poll(() => works(attacker.token)).toBe(false)
    expect(await works(victim.token)).toBe(true)
  },
)

test('another person’s one-time code asks too, and accepting ends the current session', async () => {
  const [victim, other] = [await schoolApp.school.student(), await schoolApp.school.student()]
  const { page } = await openPage(nothing, victim)
  const { code } = await other.api(accounts.createHandoff, {})
  await page.goto(schoolApp.at(`/profile?user_token=${code}`))
  await page.getByRole('button', { name: `Continue as ${other.name} (${other.email})` }).click()
  const storedDetails = async () => JSON.parse((await stored(page)).user_details!) as { _id: string }
  await expect.poll(async () => (await storedDetails())._id).toBe(other.id)
  expect(await works(victim.token)).toBe(false)
})

test('a visitor confirms before a session token logs in, and is sent to login otherwise', async () => {
  const attacker = await schoolApp.school.student()
  const { page } = await openPage(nothing, null)
  await page.goto(schoolApp.at(`/profile?user_token=${attacker.token}`))
  await page.getByRole('button', { name: 'Do not log in' }).click()
  await page.waitForURL(/\/login\?redirect=%2Fprofile/)
  expect(await stored(page)).not.toHaveProperty('user_token')
})

test('the login page solves a proof of work, and says for how long', async () => {
  const { school } = schoolApp
  const student = await school.student()
  const { db } = school.app.services.databases
  await withSchoolTx(db, school.school_id, (tx) =>
    tx
      .insertInto('rate_limit_counters')
      .values({
        bucket: `login/school/${school.school_id}`,
        window_start: new Date(Math.floor(Date.now() / 60_000 - 1) * 60_000),
        // Asks for the largest proof: some seconds of work.
        count: 100_000,
      })
      .execute(),
  )
  const { page, complaints } = await openPage('/login', null)
  // Collected on the page: a lucky computation ends before the test looks.
  const announced: string[] = []
  await page.exposeFunction('announce', (text: string) => void announced.push(text))
  await page.evaluate(() => {
    const { announce } = window as unknown as { announce: (text: string) => void }
    new MutationObserver((changes) => {
      for (const { target } of changes) announce(target.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
  // Three times the expected work is common, and the machine may be busy.
  const proved = page.waitForRequest((request) => 'x-proof-of-work' in request.headers(), { timeout: 90_000 })
  await page.getByRole('textbox', { name: /^E-mail or/ }).fill(student.email)
  await page.locator('input[name="password"]').fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  expect((await (await proved).response())?.status()).toBe(200)
  await page.waitForURL(/\/dashboard/)
  expect(announced).toContainEqual(expect.stringMatching(/^Security check: about \d+ s\. Please wait\.$/))
  expect(complaints.filter((text) => !text.includes('429'))).toEqual([])
}, 120_000)

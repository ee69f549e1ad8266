import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { testPassword, type TestUser } from '#testing/builders/school-builder.ts'
import { phoneViewport } from '../harness/browser.ts'
import { openPage as open, schoolApp, setUpSchoolApp, waitForHydration } from '../harness/open-page.ts'

setUpSchoolApp()
let admin: TestUser
beforeAll(async () => {
  admin = await schoolApp.school.admin({ name: 'Amara Okafor' })
})

/** A browser of a logged-in person, or of a visitor, before the first page. */
const blank = (person: TestUser | null = null) => open('/health/live', person)

/** The same on a page, with the recorded visits. */
async function browse(path: string, person: TestUser | null) {
  const visit = await blank(person)
  const visits: Record<string, string>[] = []
  const entries = await visit.page.evaluate(() => history.length)
  visit.page.on('request', (request) => {
    if (request.url().endsWith('/api/analytics/v1'))
      visits.push(request.postDataJSON() as Record<string, string>)
  })
  await visit.page.goto(schoolApp.at(path), { waitUntil: 'networkidle' })
  return { ...visit, visits, entries }
}

const ask = (url: string, host = new URL(schoolApp.origin).host) =>
  schoolApp.product.app.http.inject({ url, headers: { host, accept: 'text/html' } })

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const pathOf = (page: Page) => page.url().slice(schoolApp.origin.length)

describe('access to a page', () => {
  test('sends a visitor to login before anything shows, and returns after it', async () => {
    const { page } = await blank()
    const shown: string[] = []
    page.on('framenavigated', (frame) => shown.push(frame.url().slice(schoolApp.origin.length)))
    await page.goto(schoolApp.at('/manage/settings?tab=theme'))
    await page.waitForURL(/\/login/)
    expect(pathOf(page)).toBe('/login?redirect=%2Fmanage%2Fsettings%3Ftab%3Dtheme')
    await page.getByLabel(/E-mail/).fill(admin.email)
    await page.getByLabel(/^Password/).fill(testPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/manage/settings')
    expect(pathOf(page)).toBe('/manage/settings?tab=theme')
    expect(await stored(page, 'user_type')).toBe('admin')
  })

  test('replays clicks made before hydration, and never submits a form natively', async () => {
    const { page } = await blank()
    let come = () => {}
    const there = new Promise<void>((resolve) => (come = resolve))
    await page.route(/\/assets\/entry\.client/, async (route) => {
      await there
      await route.continue()
    })
    await page.goto(schoolApp.at('/login'), { waitUntil: 'commit' })
    await page.getByLabel(/E-mail/).fill(admin.email)
    await page.getByLabel(/^Password/).fill(testPassword)
    const button = page.getByRole('button', { name: 'Log in' })
    await button.click()
    await button.click()
    expect(await button.getAttribute('aria-busy')).toBe('true')
    expect(pathOf(page)).toBe('/login')
    const logins: string[] = []
    page.on('request', (request) =>
      request.url().includes('/login/') || request.url().endsWith('/login')
        ? logins.push(request.url())
        : null,
    )
    come()
    await page.waitForURL(({ pathname }) => pathname === '/manage')
    expect(logins.filter((url) => url.includes('/api/'))).toHaveLength(1)
    expect(await stored(page, 'user_type')).toBe('admin')
  })

  test('exchanges a token from the address and removes it from address and history', async () => {
    const { page, visits, entries } = await browse(`/dev/ui/shell?user_token=${admin.token}&topic=3`, null)
    expect(pathOf(page)).toBe('/dev/ui/shell?topic=3')
    await page.getByRole('button', { name: `Continue as ${admin.name} (${admin.email})` }).click()
    await expect.poll(() => stored(page, 'user_type')).toBe('admin')
    expect(await stored(page, 'user_token')).not.toBe(admin.token)
    expect(await page.evaluate(() => history.length)).toBe(entries + 1)
    expect(JSON.stringify(visits)).not.toContain(admin.token)
  })

  test('clears storage and reloads on a 401', async () => {
    const { page } = await blank()
    await page.goto(schoolApp.at('/dev/ui/public'))
    await page.evaluate(() => {
      localStorage.setItem('user_token', 'of nobody')
      sessionStorage.setItem('left', 'over')
    })
    await page.goto(schoolApp.at('/manage/settings'))
    await page.waitForURL(/\/login\?redirect=%2Fmanage%2Fsettings/)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    expect(await page.evaluate(() => sessionStorage.getItem('left'))).toBeNull()
  })

  test('hides private pages of schools at the root host, and all pages at unknown hosts', async () => {
    expect((await ask('/manage/settings', 'localhost')).statusCode).toBe(404)
    expect((await ask('/manage/settings')).statusCode).toBe(200)
    const strange = await ask('/', 'strange.example')
    expect(strange.statusCode).toBe(404)
    expect(strange.body).not.toContain('Harbour Academy')
  })
})

test('explains a page that is denied to a role', async () => {
  const { page, complaints } = await browse('/manage/settings', await schoolApp.school.student())
  await expect
    .poll(() =>
      page.getByRole('heading', { name: 'You do not have access to this page' }).first().isVisible(),
    )
    .toBe(true)
  expect(complaints).toEqual([])
})

describe('the address', () => {
  test('topic adds to the history, other parameters replace the entry', async () => {
    const { page } = await browse('/dev/ui/shell', admin)
    const address = () => page.getByTestId('address').textContent()
    await page.getByRole('button', { name: 'Next topic' }).click()
    await page.getByRole('button', { name: 'Next topic' }).click()
    await page.getByRole('button', { name: 'Next course' }).click()
    await page.getByRole('button', { name: 'Turn preview' }).click()
    await expect.poll(address).toBe('topic 2, course 1, preview true')
    expect(pathOf(page)).toBe('/dev/ui/shell?topic=2&selected_course_id=1&creator_preview=true')
    await page.goBack()
    await expect.poll(address).toBe('topic 1, course –, preview false')
    await page.goBack()
    await expect.poll(address).toBe('topic –, course –, preview false')
  })
})

describe('a change of route', () => {
  test('logs the visit, refreshes the chat after three seconds, and focuses the heading', async () => {
    const { page, visits } = await browse('/dev/ui/shell', admin)
    await expect.poll(() => visits).toHaveLength(1)
    await page.evaluate(() => {
      const times: number[] = []
      Object.assign(window, { refreshed: times, began: performance.now() })
      window.addEventListener('page:chat-widget-refresh', () => times.push(performance.now()))
    })
    // Distinguishes the first page's own refresh from that of the next.
    await page.waitForTimeout(3_200)
    const began = await page.evaluate(() => performance.now())
    await page.getByRole('link', { name: 'All pieces' }).click()
    await expect.poll(() => visits, { timeout: 10_000 }).toHaveLength(2)
    expect(visits[1]).toMatchObject({
      action: 'SCHOOL_VISIT',
      url: schoolApp.at('/dev/ui'),
      school_id: schoolApp.school.school_id,
      user_id: admin.id,
      user_type: 'admin',
    })
    expect(await page.title()).toBe('The kit · Harbour Academy')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('The kit')
    const refreshed = () => page.evaluate(() => (window as unknown as { refreshed: number[] }).refreshed)
    await expect.poll(async () => (await refreshed()).length, { timeout: 6_000 }).toBe(2)
    const waited = (await refreshed())[1]! - began
    expect(waited).toBeGreaterThan(2_900)
  })

  test('shows the bar while it is slow, and hides it', async () => {
    const { page } = await browse('/dev/ui/shell', admin)
    await page.route(/dev-page.*\.js/, async (route) => {
      await new Promise((resume) => setTimeout(resume, 900))
      await route.continue()
    })
    const bar = page.locator('body > [aria-hidden=true]').first()
    await page.getByRole('link', { name: 'All pieces' }).click()
    await expect.poll(() => bar.getAttribute('data-shown'), { interval: 20 }).toBe('true')
    await page.getByRole('heading', { level: 1, name: 'The kit' }).waitFor()
    await expect.poll(() => bar.getAttribute('data-shown')).toBeNull()
  })

  test('that fails hides the bar, refreshes the chat and shows the fallback page', async () => {
    const { page } = await browse('/dev/ui/shell', admin)
    await page.waitForTimeout(3_200)
    await page.evaluate(() => {
      window.addEventListener('page:chat-widget-refresh', () => Object.assign(window, { refreshed: true }))
    })
    await page.getByRole('link', { name: 'A page that fails' }).click()
    await page.getByRole('heading', { name: 'Error loading page' }).waitFor()
    expect(await page.title()).toBe('Error loading page')
    await page
      .getByText("either the url page doesn't exist or your connection was disconnected", { exact: true })
      .waitFor()
    expect(await page.getByRole('button').allTextContents()).toEqual(['Retry', 'Go to homepage'])
    expect(await page.evaluate(() => 'refreshed' in window)).toBe(true)
    expect(await page.locator('body > [data-shown]').count()).toBe(0)
    const reloaded = page.waitForEvent('framenavigated')
    await page.getByRole('button', { name: 'Retry' }).click()
    await reloaded
    await page.getByRole('heading', { name: 'Error loading page' }).waitFor()
    await page.getByRole('button', { name: 'Go to homepage' }).click()
    await expect.poll(() => pathOf(page)).toBe('/')
  })
})

describe('responses of the server', () => {
  test('a missing page has the school’s brand, without a script of the app', async () => {
    const { statusCode, body: html } = await ask('/no/such/page')
    expect(statusCode).toBe(404)
    expect(html).toContain('Page not found')
    expect(html).toContain('Harbour Academy')
    expect(html).not.toContain('Error loading page')
    expect(html).not.toMatch(/<script(?![^>]*(application\/json|public-))/)
  })

  test('an invalid address is a missing page, not a server error', async () => {
    const odd = ['//', '////', '//evil.example/', '//:x/', '/\\evil.example', 'http://evil.example/']
    for (const path of [...odd, '/health/nothing', '/internal/nothing', '/?a=%zz', '/nothing?topic=%'])
      expect([200, 404], path).toContain((await ask(path)).statusCode)
    for (const path of ['//evil.example/', '//login', '/health/nothing', '/internal/nothing'])
      expect((await ask(path)).statusCode, path).toBe(404)
    // A private page is a frame for everybody, so that only its form is checked.
    expect((await ask('/learn/nothing')).statusCode).toBe(404)
    expect((await ask(`/learn/${newId()}`)).statusCode).toBe(200)
    expect((await ask('/manage/courses/nothing/settings')).statusCode).toBe(404)
    expect((await ask('/', `${new URL(schoolApp.origin).hostname}:port`)).statusCode).toBe(200)
    const { statusCode, headers } = await ask('/api/nothing')
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json'])
    expect((await ask('/api')).headers.location).toBe('/api/docs')
  })

  test('the first byte contains the school’s colours and the chosen scheme', async () => {
    const { page, context } = await open('/health/live', null, { scripts: false })
    await context.addCookies([{ name: 'ui_scheme', value: 'dark', url: schoolApp.origin }])
    await page.goto(schoolApp.at('/dev/ui/public'))
    const root = page.locator('html')
    expect(await root.getAttribute('data-mantine-color-scheme')).toBe('dark')
    const background = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    const [red = 255] = background.match(/\d+/g)!.map(Number)
    expect(red).toBeLessThan(60)
  })

  test('while offline a page of the school says so, also for an address never visited', async () => {
    const { page, context } = await blank()
    await page.goto(schoolApp.at('/dev/ui/public'))
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.evaluate(storeQueuedProgress)
    await context.setOffline(true)
    await page.goto(schoolApp.at('/learn/anything'))
    expect(await page.title()).toBe('You are offline · Harbour Academy')
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['Progress updates to send: 2'])
    const button = page.getByRole('link', { name: 'Try again' })
    // The cached style sheet is used.
    expect(await button.evaluate((link) => getComputedStyle(link).minHeight)).toBe('44px')
    await context.setOffline(false)
    await button.click()
    await expect.poll(() => page.title()).not.toContain('offline')
  })

  test('French is used for people who prefer it', async () => {
    const { page } = await open('/forgot-password', null, { locale: 'fr-FR', size: phoneViewport })
    await page.waitForLoadState('networkidle')
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    await page.getByLabel('E-mail ou code d’utilisateur').waitFor()
    // Its longer words fit a phone without breaking.
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBe(phoneViewport.width)
    const loginRoles = await page
      .locator('fieldset label span')
      .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().height))
    expect(new Set(loginRoles).size).toBe(1)
  })

  test('the content security policy forbids inline scripts and eval, and no page violates it', async () => {
    const { page, complaints } = await browse('/dev/ui/shell', admin)
    await waitForHydration(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'All pieces' }).click()
    await page.getByRole('button', { name: 'Open a dialog' }).click()
    await page.getByRole('dialog').waitFor()
    expect(complaints).toEqual([])
    for (const path of ['/dev/ui', '/dev/ui/public']) {
      const policy = String((await ask(path)).headers['content-security-policy'])
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
      expect(scripts).toMatch(path === '/dev/ui' ? /^'self' 'nonce-[\w-]{20,}'$/ : /^'self'$/)
    }
  })
})

/** Runs in the page: what a player that lost its connection leaves behind. */
function storeQueuedProgress() {
  return new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('progress', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('waiting')
    opening.onerror = () => reject(new Error('The browser stores nothing'))
    opening.onsuccess = () => {
      const change = opening.result.transaction('waiting', 'readwrite')
      for (const key of ['a', 'b']) change.objectStore('waiting').put({ user_id: key, unsent: {} }, key)
      change.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

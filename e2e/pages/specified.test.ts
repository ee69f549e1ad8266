import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chatRefreshEvent } from '#ui/frame/create-route-events.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { testPassword } from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import { openPage, schoolApp, waitForHydration, setUpSchoolApp } from '../harness/open-page.ts'

// Requirements of the specification on browsers.

setUpSchoolApp()

const pathOf = (page: Page) => page.url().slice(schoolApp.origin.length)
const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)

/** Local storage without scroll positions, which the router stores. */
const sessionStorageKeys = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions'))

/** A blank page of the school without scripts, which would act on their own. */
const nothing = '/health/live'

/** Requests an address without a browser. */
const ask = (url: string, host = new URL(schoolApp.origin).hostname) =>
  schoolApp.product.app.http.inject({ url, headers: { host } })

/** API calls of the page, each with token and body. */
function callsOf(page: Page) {
  const calls: { path: string; token: string | undefined; headers: Record<string, string>; body: unknown }[] =
    []
  page.on('request', (request) => {
    const path = request.url().slice(schoolApp.origin.length)
    if (!path.startsWith('/api/')) return
    const headers = request.headers()
    calls.push({ path, token: headers['x-access-token'], headers, body: request.postDataJSON() as unknown })
  })
  return calls
}

test('pages decide on their own whether they need a login', async () => {
  const closed = ['/dashboard', '/profile?tab=password', '/notifications', '/manage', '/manage/courses/new']
  for (const path of closed) expect([path, (await ask(path)).body]).toEqual([path, isPrivate])
  for (const path of ['/', '/login', '/register', '/forgot-password']) {
    const answer = await ask(path)
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expect.not.stringMatching(mark)])
  }
})

const mark = /<html[^>]* data-page="private"/
const isPrivate = expect.stringMatching(mark) as string

test('a page behind login shows nothing before it, stores what is specified, and clears it all after a 401', async () => {
  const student = await schoolApp.school.student()
  const { page } = await openPage(nothing, null, { alone: true })
  const shown: string[] = []
  await page.exposeFunction('sawText', (text: string) => shown.push(text))
  await page.addInitScript(() => {
    const say = (globalThis as unknown as { sawText: (text: string) => void }).sawText
    const look = () => {
      if (location.pathname === '/login' || localStorage.getItem('user_token')) return
      const text = document.body?.innerText.trim() ?? ''
      if (text) say(text)
      requestAnimationFrame(look)
    }
    look()
  })
  const calls = callsOf(page)
  for (const path of [
    '/learn/00000000-0000-7000-8000-000000000000?topic=one&creator_preview=true',
    '/notifications?unread=true',
  ]) {
    await page.goto(schoolApp.at(path), { waitUntil: 'commit' })
    await page.waitForURL(/\/login/)
    expect(pathOf(page)).toBe(`/login?redirect=${encodeURIComponent(path)}`)
  }
  expect(shown).toEqual([])
  const requests = calls.map((call) => call.path).filter((call) => call !== '/api/analytics/v1')
  expect(requests).toEqual([])

  await waitForHydration(page)
  await page.evaluate(() => localStorage.setItem('user_faculties', '["of somebody before"]'))
  await page.getByLabel(/E-mail/).fill(student.email)
  await page.getByLabel(/^Password/).fill(testPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  expect(pathOf(page)).toBe('/notifications?unread=true')
  const values = await stored(page)
  // Cached notifications are stored once loaded.
  delete values.notifications
  expect(new Set(Object.keys(values))).toEqual(new Set(['user_token', 'user_type', 'user_details']))
  expect(values.user_type).toBe('student')
  expect(JSON.parse(values.user_details!)).toMatchObject({ user_type: 'student', email: student.email })
  const login = calls.find(({ path }) => path.endsWith('/api/v1/login'))!
  expect(login.headers).toMatchObject({
    'x-request-source': 'web',
    'x-api-username': expect.any(String) as string,
    'x-api-secret': expect.any(String) as string,
  })
  expect(await sessionStorageKeys(page)).toEqual([])
  const cookies = await page.context().cookies()
  expect(cookies.filter(({ value }) => value.includes(values.user_token!))).toEqual([])

  await whenFilesAreMissing(page)

  await page.evaluate(() => sessionStorage.setItem('left', 'over'))
  const ended = await schoolApp.product.app.http.inject({
    method: 'POST',
    url: '/api/schools/auth/api/v1/logout',
    headers: {
      host: new URL(schoolApp.origin).hostname,
      'x-access-token': values.user_token,
      ...webClientHeaders,
    },
    payload: {},
  })
  expect(ended.statusCode).toBeLessThan(300)
  // Clicked at once: a page with automatic requests would navigate before.
  await page.locator('a[href="/profile"]').first().dispatchEvent('click')
  // The login page replaces the profile before it has loaded.
  await expect.poll(() => page.url()).toMatch(/\/login\?redirect=%2Fprofile/)
  expect(await stored(page)).toEqual({})
  expect(await sessionStorageKeys(page)).toEqual([])
})

/** The fallback page as specified; Retry loads what was missing. */
async function whenFilesAreMissing(page: Page) {
  const files = /\/assets\/.*\.js/
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.route(files, (route) => route.abort())
  await page.locator('a[href="/dashboard"]').first().click()
  const heading = page.getByRole('heading', { level: 1, name: 'Error loading page', exact: true })
  await heading.waitFor()
  expect(await page.title()).toBe('Error loading page')
  expect(await page.locator('main p').first().textContent()).toBe(
    "either the url page doesn't exist or your connection was disconnected",
  )
  expect(await page.locator('main button').allTextContents()).toEqual(['Retry', 'Go to homepage'])
  await page.unroute(files)
  await page.getByRole('button', { name: 'Retry' }).click()
  await heading.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Confirms the dialog for a session token from elsewhere. */
const goOn = (page: Page) => page.getByRole('button', { name: /^Continue as/ }).click()

test('the token of the address has priority and is removed, and each visit is logged', async () => {
  const { school } = schoolApp
  const [inAddress, later, legacy] = [await school.admin(), await school.teacher(), await school.student()]
  const other = await school.course()
  const course = await school.course({ similar_courses: JSON.stringify([other.id]) })
  const { page } = await openPage(nothing, null, { alone: true })
  await page.addInitScript((event) => {
    window.addEventListener(event, () => Object.assign(window, { refreshedAt: performance.now() }))
  }, chatRefreshEvent)
  const calls = callsOf(page)
  const tokensUsed = async (path: string) => {
    calls.length = 0
    await page.goto(schoolApp.at(path), { waitUntil: 'networkidle' })
    return new Set(calls.map(({ token }) => token))
  }
  await page.evaluate((token) => localStorage.setItem('auth_token', token), legacy.token)
  expect(await tokensUsed('/notifications')).toEqual(new Set([legacy.token]))
  const before = await page.evaluate(() => history.length)
  await page.goto(schoolApp.at(`/profile?tab=password&user_token=${inAddress.token}`))
  await goOn(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(pathOf(page)).toBe('/profile?tab=password')
  // The page added one entry, and the address without token replaced the one with it.
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  // The details of the person before stay until those of the new one arrive.
  await expect
    .poll(async () => JSON.parse((await stored(page)).user_details!) as unknown)
    .toMatchObject({ _id: inAddress.id })
  const exchanged = await stored(page)
  expect(exchanged.user_token).not.toBe(inAddress.token)
  expect(await tokensUsed('/notifications')).toEqual(new Set([exchanged.user_token]))

  const logged = page.waitForResponse(/\/api\/analytics\/v1/)
  calls.length = 0
  await page.goto(schoolApp.at(`/?selected_course_id=${course.id}&user_token=${later.token}#data`))
  await expect.poll(() => pathOf(page)).toBe(`/?selected_course_id=${course.id}#data`)
  await goOn(page)
  expect((await logged).ok()).toBe(true)
  const visits = calls.filter(({ path }) => path === '/api/analytics/v1').map(({ body }) => body)
  expect(visits).toEqual([
    {
      action: 'SCHOOL_VISIT',
      url: schoolApp.at(`/?selected_course_id=${course.id}#data`),
      school_id: school.school_id,
      course_id: course.id,
      user_id: later.id,
      user_type: 'teacher',
    },
  ])
  const refreshedAt = await page.waitForFunction(
    () => (window as unknown as { refreshedAt?: number }).refreshedAt,
    undefined,
    { polling: 250 },
  )
  expect(await refreshedAt.jsonValue()).toBeGreaterThan(3_000)

  // Another course replaces this one.
  const entries = await page.evaluate(() => history.length)
  await page.locator(`#related a[href$="${other.id}"]`).click()
  await expect.poll(() => pathOf(page)).toBe(`/?selected_course_id=${other.id}`)
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('another topic of the player adds to the history; a preview shows staff the student view', async () => {
  const { school } = schoolApp
  const { course, student, teacher } = await createTestCourse(school, {
    contents: [{ title: 'First' }, { title: 'Second' }],
  })
  const { page } = await openPage(`/learn/${course.id}`, student)
  await page.waitForLoadState('networkidle')
  const topics = page.locator('a[href*="topic="]')
  await topics.first().waitFor()
  const topic = () => new URL(page.url()).searchParams.get('topic')
  const [first, length] = [topic(), await page.evaluate(() => history.length)]
  const addresses = await topics.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const other = addresses.find((address) => !address.includes(first!))!
  await page.locator(`a[href="${other}"]`).first().click()
  await expect.poll(topic).not.toBe(first)
  expect(await page.evaluate(() => history.length)).toBe(length + 1)
  await page.goBack()
  await expect.poll(topic).toBe(first)

  const staff = (await openPage(nothing, teacher)).page
  const requests = staff.waitForRequest(/\/api\/.*creator_preview=true/)
  await staff.goto(schoolApp.at(`/learn/${course.id}?creator_preview=true`))
  await requests
  await staff.waitForLoadState('networkidle')
  expect(staff.url()).toContain('creator_preview=true')
})

test('language and appearance are restored from the first paint, and the console is empty', async () => {
  const { context, page } = await openPage(nothing, null, { alone: true })
  await context.addCookies([
    { name: 'ui_lang', value: 'fr', url: schoolApp.origin },
    { name: 'ui_scheme', value: 'dark', url: schoolApp.origin },
  ])
  await page.addInitScript(() => {
    const grounds: string[] = []
    Object.assign(window, { grounds })
    const look = () => {
      if (document.body) grounds.push(getComputedStyle(document.body).backgroundColor)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  for (const path of ['/', '/login']) {
    await page.goto(schoolApp.at(path), { waitUntil: 'networkidle' })
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    expect(await page.locator('body').innerText()).toMatch(/Se connecter|Connexion/)
    const grounds = await page.evaluate(() => (window as unknown as { grounds: string[] }).grounds)
    expect(new Set(grounds).size).toBe(1)
    const [red = 255] = grounds[0]!.match(/\d+/g)!.map(Number)
    expect(red).toBeLessThan(60)
  }
  await page.evaluate(() => {
    for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[method]('heard')
  })
  expect(said).toEqual([])
})

test('an unknown host is a 404 that reveals no school', async () => {
  const { school_url } = schoolApp.school
  for (const host of ['nobody.localhost', `${school_url}.example`, `${school_url}.localhost.example`]) {
    const answer = await ask('/', host)
    expect([host, answer.statusCode, answer.headers['set-cookie']]).toEqual([host, 404, undefined])
    expect(answer.body).not.toMatch(/harbour|frame-/i)
  }
})

test('over https, cached pages, embeds, files and missing pages all have secure headers', async () => {
  const { services } = schoolApp.product.app
  const asset = /\/assets\/[^"]+\.css/.exec((await ask('/login')).body)![0]
  const secure = async (url: string) => (await ask(url)).headers['strict-transport-security']
  services.config.publicProtocol = 'https'
  try {
    for (const url of ['/', '/', '/login', '/find-school', asset, '/no-such-page'])
      expect([url, await secure(url)]).toEqual([url, 'max-age=31536000'])
  } finally {
    services.config.publicProtocol = 'http'
  }
})

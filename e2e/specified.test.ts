import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '#demo/index.ts'
import { chatRefreshEvent } from '#platform/client/route-events.ts'
import { openBrowser, type Visit } from './browser.ts'
import { startDemo } from './demo-product.ts'
import type { Product } from './product.ts'
import { keepSession } from './session.ts'
import { logIn, placesIn, type Viewer } from './site-map.ts'

// What the specification says of browsers, on the pages of a school of the demo.

let product: Product
let places: Awaited<ReturnType<typeof placesIn>>
let origin: string
let open: Visit[] = []

beforeAll(async () => {
  product = await startDemo('specified')
  places = await placesIn(product)
  origin = product.at('codecraft', '')
})
afterEach(async () => {
  for (const { context } of open) await context.close()
  open = []
})
afterAll(() => product?.close())

async function browse(options?: Parameters<typeof openBrowser>[0]) {
  const visit = await openBrowser(options)
  open.push(visit)
  return visit
}

/** A browser in which somebody is logged in. */
async function browseAs(viewer: Viewer) {
  const visit = await browse()
  const session = await logIn(product, viewer)
  await keepSession(visit.context, session!)
  return visit
}

const pathOf = (page: Page) => page.url().slice(origin.length)
const stored = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>)

/** All but how far each page was scrolled, which the router notes as a page goes. */
const keptForThisWindow = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions'))

async function fillLogin(page: Page) {
  await page.getByLabel(/E-mail/).fill('student@codecraft.test')
  await page.getByLabel(/^Password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** The calls of the API that the page makes, each with its token and what it sent. */
function callsOf(page: Page) {
  const calls: { path: string; token: string | undefined; headers: Record<string, string>; body: unknown }[] =
    []
  page.on('request', (request) => {
    const path = request.url().slice(origin.length)
    if (!path.startsWith('/api/')) return
    const headers = request.headers()
    calls.push({ path, token: headers['x-access-token'], headers, body: request.postDataJSON() as unknown })
  })
  return calls
}

describe('the redirect rule', () => {
  test.each([
    '/dashboard',
    '/profile?tab=password',
    '/notifications',
    '/manage',
    '/manage/courses/new',
    '/learn/00000000-0000-7000-8000-000000000000?topic=one&creator_preview=true',
  ])('%s needs a login, and nothing of it shows before', async (path) => {
    const { page } = await browse()
    const shown: string[] = []
    await page.exposeFunction('sawText', (text: string) => shown.push(text))
    await page.addInitScript(() => {
      const say = (globalThis as unknown as { sawText: (text: string) => void }).sawText
      const look = () => {
        const text = location.pathname === '/login' ? '' : (document.body?.innerText.trim() ?? '')
        if (text) say(text)
        requestAnimationFrame(look)
      }
      look()
    })
    const calls = callsOf(page)
    await page.goto(origin + path, { waitUntil: 'commit' })
    await page.waitForURL(/\/login/)
    expect(pathOf(page)).toBe(`/login?redirect=${encodeURIComponent(path)}`)
    expect(shown).toEqual([])
    const asked = calls.map((call) => call.path).filter((call) => call !== '/api/analytics/v1')
    expect(asked).toEqual([])
  })

  test('login goes to where the visitor was going', async () => {
    const { page } = await browse()
    await page.goto(`${origin}/notifications?unread=true`)
    await fillLogin(page)
    await page.waitForURL(({ pathname }) => pathname !== '/login')
    expect(pathOf(page)).toBe('/notifications?unread=true')
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/login'])(
    'but never to %s',
    async (redirect) => {
      const { page } = await browse()
      await page.goto(`${origin}/login?redirect=${encodeURIComponent(redirect)}`)
      await fillLogin(page)
      await page.waitForURL(/dashboard/)
      expect(pathOf(page)).toBe('/dashboard')
    },
  )

  test.each(['/', '/login', '/register', '/forgot-password'])('%s is open to everybody', async (path) => {
    const { page } = await browse()
    await page.goto(origin + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(pathOf(page)).toBe(path)
  })
})

describe('the token', () => {
  test('is that of the address, then user_token, then auth_token, and leaves the address', async () => {
    const [inAddress, kept, legacy] = await Promise.all(
      (['admin', 'teacher', 'student'] as const).map(async (who) => (await logIn(product, who))!.user_token),
    )
    const { page } = await browse()
    const calls = callsOf(page)
    const tokensUsed = async (path: string) => {
      calls.length = 0
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      return new Set(calls.map(({ token }) => token))
    }
    // A page without scripts: one with them would go on by itself as soon as there is a token.
    await page.goto(`${origin}/robots.txt`)
    await page.evaluate((token) => localStorage.setItem('auth_token', token!), legacy)
    expect(await tokensUsed('/profile')).toEqual(new Set([legacy]))
    await page.evaluate((token) => localStorage.setItem('user_token', token!), kept)
    expect(await tokensUsed('/profile')).toEqual(new Set([kept]))
    expect(await tokensUsed(`/profile?user_token=${inAddress}`)).toEqual(new Set([inAddress]))
    expect(pathOf(page)).toBe('/profile')
    expect(await stored(page)).toMatchObject({ user_token: inAddress })
  })

  test('takes the place of the history entry that it came in', async () => {
    const { user_token } = (await logIn(product, 'student'))!
    const { page } = await browse()
    await page.goto(`${origin}/login`)
    await page.goto(`${origin}/notifications?unread=true&user_token=${user_token}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(pathOf(page)).toBe('/notifications?unread=true')
    // The empty page that every browser begins with, login, and this one.
    expect(await page.evaluate(() => history.length)).toBe(3)
  })

  test('leaves the address of a public page too', async () => {
    const { user_token } = (await logIn(product, 'student'))!
    const { page } = await browse()
    await page.goto(`${origin}/?user_token=${user_token}#data`)
    await expect.poll(() => pathOf(page)).toBe('/#data')
    expect(await stored(page)).toMatchObject({ user_token })
  })
})

describe('what the browser keeps', () => {
  test('login keeps exactly the specified keys, and an empty list of faculties is none', async () => {
    const { page } = await browse()
    await page.goto(`${origin}/login`)
    await page.evaluate(() => localStorage.setItem('user_faculties', '["of somebody before"]'))
    const calls = callsOf(page)
    await fillLogin(page)
    await page.waitForURL(/dashboard/)
    const kept = await stored(page)
    expect(new Set(Object.keys(kept))).toEqual(new Set(['user_token', 'user_type', 'user_details']))
    expect(kept.user_type).toBe('student')
    expect(JSON.parse(kept.user_details!)).toMatchObject({
      user_type: 'student',
      email: 'student@codecraft.test',
    })
    const login = calls.find(({ path }) => path.includes('/students/login'))!
    expect(login.headers).toMatchObject({
      'x-request-source': 'web',
      'x-api-username': expect.any(String),
      'x-api-secret': expect.any(String),
    })
    expect(await keptForThisWindow(page)).toEqual([])
    const cookies = await page.context().cookies()
    expect(cookies.filter(({ value }) => value.includes(kept.user_token!))).toEqual([])
  })

  test('a 401 in the middle of the work clears it all and reloads', async () => {
    const { user_token } = (await logIn(product, 'student'))!
    const { page } = await browse()
    await page.goto(`${origin}/notifications?user_token=${user_token}`, { waitUntil: 'networkidle' })
    await page.evaluate(() => sessionStorage.setItem('left', 'over'))
    const ended = await product.app.http.inject({
      method: 'POST',
      url: '/api/schools/auth/api/v1/logout',
      headers: { host: 'codecraft.localhost', 'x-access-token': user_token },
      payload: {},
    })
    expect(ended.statusCode).toBeLessThan(300)
    await page.locator('a[href="/dashboard"]').first().click()
    await page.waitForURL(/\/login\?redirect=%2Fdashboard/)
    expect(await stored(page)).toEqual({})
    expect(await keptForThisWindow(page)).toEqual([])
  })
})

describe('the parameters of an address', () => {
  test('another topic of the player adds to the history', async () => {
    const { page } = await browseAs('student')
    await page.goto(`${origin}/learn/${places.course_id}`, { waitUntil: 'networkidle' })
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
  })

  test('a preview shows staff the course as students see it', async () => {
    const { page } = await browseAs('teacher')
    const calls = callsOf(page)
    await page.goto(`${origin}/learn/${places.course_id}?creator_preview=true`, { waitUntil: 'networkidle' })
    expect(calls.some(({ path }) => path.includes('creator_preview=true'))).toBe(true)
    expect(page.url()).toContain('creator_preview=true')
  })
})

describe('a page that cannot be loaded', () => {
  test('shows the fallback page, word for word, and Retry loads it', async () => {
    const { page } = await browseAs('student')
    await page.goto(`${origin}/notifications`, { waitUntil: 'networkidle' })
    const files = /\/assets\/.*\.js/
    await page.route(files, (route) => route.abort())
    await page.locator('a[href="/dashboard"]').first().click()
    await page.getByRole('heading', { level: 1, name: 'Error loading page', exact: true }).waitFor()
    expect(await page.title()).toBe('Error loading page')
    expect(await page.locator('main p').first().textContent()).toBe(
      "either the url page doesn't exist or your connection was disconnected",
    )
    expect(await page.locator('main :is(button, a)').allTextContents()).toEqual(['Retry', 'Go to homepage'])
    await page.unroute(files)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page
      .getByRole('heading', { level: 1 })
      .and(page.getByText('Error loading page'))
      .waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  test('leads home', async () => {
    const { page } = await browseAs('student')
    await page.goto(`${origin}/notifications`, { waitUntil: 'networkidle' })
    const files = /\/assets\/.*\.js/
    await page.route(files, (route) => route.abort())
    await page.locator('a[href="/dashboard"]').first().click()
    await page.getByRole('link', { name: 'Go to homepage' }).click()
    await page.waitForURL(`${origin}/`)
    expect(pathOf(page)).toBe('/')
  })
})

describe('a visit', () => {
  test('of each page is logged, and three seconds later the chat is refreshed', async () => {
    const { page } = await browse()
    await page.addInitScript((event) => {
      window.addEventListener(event, () => Object.assign(window, { refreshedAt: performance.now() }))
    }, chatRefreshEvent)
    const calls = callsOf(page)
    await page.goto(`${origin}/?selected_course_id=${places.course_id}`)
    const visits = () => calls.filter(({ path }) => path === '/api/analytics/v1').map(({ body }) => body)
    await expect.poll(visits).toHaveLength(1)
    expect(visits()[0]).toEqual({
      action: 'SCHOOL_VISIT',
      url: `${origin}/?selected_course_id=${places.course_id}`,
      school_id: places.school_id,
      course_id: places.course_id,
    })
    const refreshedAt = () => page.evaluate(() => (window as unknown as { refreshedAt?: number }).refreshedAt)
    await expect.poll(refreshedAt, { timeout: 8_000 }).toBeGreaterThan(3_000)
  })

  test('is kept by the server', async () => {
    const { page } = await browse()
    const logged = page.waitForResponse(/\/api\/analytics\/v1/)
    await page.goto(`${origin}/login`)
    expect((await logged).ok()).toBe(true)
  })
})

describe('the school’s home', () => {
  test('stands at the category that the address names', async () => {
    const { page } = await browse()
    await page.goto(`${origin}/#mobile`)
    const section = page.locator('section#mobile, #mobile')
    await expect
      .poll(() =>
        section
          .first()
          .boundingBox()
          .then((box) => box!.y),
      )
      .toBeLessThan(700)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })

  test('wears the school’s colours without a script', async () => {
    const { page } = await browse({ scripts: false })
    await page.goto(origin)
    const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    expect(ground).toBe('rgb(246, 250, 247)')
    expect(await page.locator('#page-theme').textContent()).toContain('#0b6b4b')
  })

  test('of a strange host is a 404 that tells of no school', async () => {
    for (const host of ['nobody.localhost', 'codecraft.example', 'codecraft.localhost.example']) {
      const answer = await product.app.http.inject({ url: '/', headers: { host } })
      expect([host, answer.statusCode, answer.headers['set-cookie']]).toEqual([host, 404, undefined])
      expect(answer.body).not.toMatch(/codecraft|parole|meridian/i)
    }
  })
})

describe('language and looks', () => {
  async function withCookie(name: string, value: string) {
    const { context, page } = await browse()
    await context.addCookies([{ name, value, url: origin }])
    return page
  }

  test.each(['/', '/login'])('%s speaks French to whoever chose it', async (path) => {
    const page = await withCookie('ui_lang', 'fr')
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    expect(await page.locator('body').innerText()).toMatch(/Se connecter|Connexion/)
  })

  test.each(['/', '/login'])('%s is dark from the first thing that shows', async (path) => {
    const page = await withCookie('ui_scheme', 'dark')
    await page.addInitScript(() => {
      const grounds: string[] = []
      Object.assign(window, { grounds })
      const look = () => {
        if (document.body) grounds.push(getComputedStyle(document.body).backgroundColor)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const grounds = await page.evaluate(() => (window as unknown as { grounds: string[] }).grounds)
    expect(new Set(grounds).size).toBe(1)
    const [red = 255] = grounds[0]!.match(/\d+/g)!.map(Number)
    expect(red).toBeLessThan(60)
  })
})

test('the console is silent in a production build', async () => {
  const { page } = await browse()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(`${origin}/login`, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const) console[method]('heard')
  })
  expect(said).toEqual([])
})

test('over https kept pages, framed pages, files and what is missing all say so', async () => {
  const { http, services } = product.app
  // Without its port nobody has asked before, so that no page is kept yet.
  const host = new URL(origin).hostname
  const ask = async (url: string) => {
    const { headers } = await http.inject({ url, headers: { host } })
    return headers['strict-transport-security']
  }
  const asset = /\/assets\/[^"]+\.css/.exec(
    (await http.inject({ url: '/login', headers: { host } })).body,
  )![0]
  services.config.publicProtocol = 'https'
  try {
    for (const url of ['/', '/', '/login', '/find-school', asset, '/no-such-page'])
      expect([url, await ask(url)]).toEqual([url, 'max-age=31536000'])
  } finally {
    services.config.publicProtocol = 'http'
  }
})

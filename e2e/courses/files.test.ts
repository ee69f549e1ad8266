import { readFile } from 'node:fs/promises'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { mediaUrl } from '#uploads/index.ts'
import { createTestUpload, createTestPdf } from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { scriptPayloads } from '#testing/sweeps/script-payloads.ts'
import { createTestSchool, getTestApp, type TestSchool } from '#testing/builders/school-builder.ts'
import { findBrowser } from '../../scripts/find-browser.js'

let browser: Browser
let school: TestSchool
let teacher: TestUser
let origin: string

beforeAll(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
  const { http } = await getTestApp()
  await http.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://${school.host}:${(http.server.address() as { port: number }).port}`
  // Generated pages have no origin, and Chromium requires permission for requests to this machine.
  const features = '--disable-features=LocalNetworkAccessChecks'
  const args = [features, '--no-sandbox', '--host-resolver-rules=MAP *.lyceum.test 127.0.0.1']
  browser = await chromium.launch({ executablePath: findBrowser({ whole: true }), args })
})
afterAll(() => browser.close())

const send = (bytes: Uint8Array, file_name: string, content_type: string, purpose = 'course_file' as const) =>
  createTestUpload(teacher, bytes, { host: school.host, purpose, file_name, content_type })

/** A page of the school with this body. */
async function pageWith(body: string) {
  const page = await browser.newPage()
  await page.route(`${origin}/a-page`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  )
  await page.goto(`${origin}/a-page`)
  return page
}

const hasViewer = (page: Page) => page.frames().some((frame) => frame.url().startsWith('chrome-extension://'))

describe('a PDF', () => {
  test('opens in the browser’s own viewer, alone and embedded, at any length', async () => {
    // Long enough that the viewer requests ranges.
    const bytes = Buffer.concat([createTestPdf(), Buffer.alloc(6_000_000, '\n')])
    const { url } = await send(bytes, 'long.pdf', 'application/pdf')
    const alone = await browser.newPage()
    await alone.goto(origin + url)
    await expect.poll(() => hasViewer(alone), { timeout: 10_000 }).toBe(true)
    const framed = await pageWith(`<iframe src="${url}" width="600" height="500"></iframe>`)
    await expect.poll(() => hasViewer(framed), { timeout: 10_000 }).toBe(true)
  })
})

describe('a video', () => {
  test('plays, seeks and shows its captions', async () => {
    const videoBytes = await readFile(
      new URL('../../src/demo/media/codecraft-first-program.mp4', import.meta.url),
    )
    const video = await createTestUpload(teacher, videoBytes, {
      host: school.host,
      purpose: 'course_video',
      content_type: 'video/mp4',
    })
    const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:05.000\nHello\n')
    const captions = await createTestUpload(teacher, vtt, {
      host: school.host,
      purpose: 'course_caption',
      content_type: 'text/vtt',
    })
    const page = await pageWith(
      `<video muted src="${video.url}"><track default kind="captions" srclang="en" src="${captions.url}"></video>`,
    )
    const state = await page.evaluate(async () => {
      const player = document.querySelector('video')!
      await player.play()
      const half = player.duration / 2
      player.currentTime = half
      await new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }))
      return {
        at: player.currentTime >= half,
        width: player.videoWidth,
        cues: player.textTracks[0]?.cues?.length,
      }
    })
    expect(state).toMatchObject({ at: true, cues: 1 })
    expect(state.width).toBeGreaterThan(0)
  })
})

test('an uploaded HTML page is downloaded and never opened', async () => {
  const page = await browser.newPage()
  const ran: string[] = []
  page.on('dialog', (dialog) => ran.push(dialog.message()))
  const { url } = await send(
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    'page.html',
    'text/html',
  )
  const download = page.waitForEvent('download')
  await page.goto(origin + url).catch(() => {})
  expect((await download).suggestedFilename()).toBe('page.html')
  const framed = await pageWith(
    `<iframe src="${url}"></iframe><object data="${url}"></object><script src="${url}"></script>`,
  )
  framed.on('dialog', (dialog) => ran.push(dialog.message()))
  await framed.waitForTimeout(500)
  expect(ran).toEqual([])
})

test('another site cannot show a private file', async () => {
  const { url } = await send(createTestPdf(), 'a.pdf', 'application/pdf')
  const otherSchool = await createTestSchool()
  const link =
    origin +
    (await school.transact(async (ctx) => mediaUrl(ctx, url.split('/')[3]!, { user_id: teacher.id })))
  const page = await browser.newPage()
  const other = origin.replace(school.host, otherSchool.host)
  await page.route(`${other}/a-page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${link}"></iframe>` }),
  )
  await page.goto(`${other}/a-page`)
  await page.waitForTimeout(500)
  expect(hasViewer(page)).toBe(false)
})

describe('rich text in a real browser', () => {
  const clean = scriptPayloads.map(sanitizeRichText)
  const wrapped = clean.flatMap((html) => [
    html,
    `<p>${html}</p>`,
    `<table><tr><td>${html}</td></tr></table>`,
    `<svg><title>${html}</title></svg>`,
  ])

  test.each([
    [
      'as the server writes it',
      (page: Page) => page.setContent(`<!doctype html><body>${clean.join('\n')}</body>`),
    ],
    [
      'as a script puts it in, into any place',
      (page: Page) =>
        page.evaluate((texts) => {
          document.body.innerHTML = texts.map((text) => `<div>${text}</div>`).join('')
          for (const text of texts) document.body.appendChild(document.createElement('div')).innerHTML = text
          // A text that is parsed and serialised again must not change.
          document.body.insertAdjacentHTML('beforeend', document.body.innerHTML)
        }, wrapped),
    ],
  ])('runs no script from %s', async (_how, put) => {
    const page = await pageWith('<!doctype html><body></body>')
    const ran: string[] = []
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('request', (request) => {
      if (!/^(?:about:|http:\/\/[^/]+\/media\/public\/)/.test(request.url())) ran.push(request.url())
    })
    await put(page)
    await page.waitForTimeout(300)
    const active = await page.evaluate(() =>
      [...document.body.querySelectorAll('*')].flatMap((element) => [
        ...(/^(script|iframe|object|embed|style|link|meta|base|form|input|svg|math|template)$/i.test(
          element.tagName,
        ) && !element.closest('svg')
          ? [element.outerHTML]
          : []),
        ...[...element.attributes]
          .filter(
            ({ name, value }) =>
              /^on|^style$|^srcdoc$/i.test(name) || /^\s*(javascript|data|vbscript):/i.test(value),
          )
          .map(({ name }) => `${element.tagName} ${name}`),
      ]),
    )
    expect([ran, active]).toEqual([[], []])
    for (const link of await page.locator('a[href]').all()) {
      const href = await link.evaluate((element) => (element as HTMLAnchorElement).protocol)
      expect(['http:', 'https:', 'mailto:']).toContain(href)
    }
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import type { Language } from '#lib/languages/languages.ts'
import { languageCookie } from '#platform/client/session/cookies.ts'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'
import { testSecret } from '#testing/harness/databases.ts'
import {
  closeBrowser,
  desktopViewport,
  openBrowser,
  phoneViewport,
  tabletViewport,
} from '../harness/browser.ts'
import { watchLayoutShifts } from '../harness/layout-shifts.ts'
import { startProduct, type Product } from '../harness/product.ts'
import { injectSession } from '../harness/session.ts'
import { originFor, type StoredSession, type Viewer } from '../harness/site-map.ts'

export const viewports = { 360: phoneViewport, 768: tabletViewport, 1280: desktopViewport }
export type Width = keyof typeof viewports
export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** The time of all screenshots, so that dates and ages are the same on every day. */
const screenTime = new Date('2026-11-02T09:30:00Z')

/** Addresses of schools in the screenshots contain it. */
const screenPort = 4179

/** Runs the product with the demo schools in a database of its own, with a clock that stands still. */
export async function withDemoProduct(use: (product: Product) => Promise<unknown>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-screens-'))
  const server = await startEmbeddedPostgres({ dataDir, ephemeral: true, log: console })
  const appUrl = appRoleUrl(server.url, testSecret)
  await migrate(server.url, { appRolePassword: new URL(appUrl).password })
  const product = await startProduct({
    ownerUrl: server.url,
    appUrl,
    demo: true,
    now: () => screenTime,
    port: screenPort,
  })
  try {
    await use(product)
  } finally {
    await closeBrowser()
    await product.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Visit {
  viewer: Viewer
  session: StoredSession | null
  language: Language
}

/** Opens a browser profile in which pages of a viewer are captured. */
export async function openScreens(of: Product, { viewer, session, language }: Visit) {
  const { context, page } = await openBrowser({ now: screenTime })
  await watchLayoutShifts(context)
  const origin = originFor(of, viewer)
  if (session) await injectSession(context, session)
  await context.addCookies([{ name: languageCookie, value: language, url: origin }])
  return {
    page,
    open: async (path: string) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(origin + path)
      await waitUntilSettled(page)
    },
    show: async (width: Width, scheme: Scheme) => {
      const resized = page.viewportSize()?.width !== width
      if (resized) await page.setViewportSize(viewports[width])
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(resized ? 120 : 40)
    },
    close: () => context.close(),
  }
}

/** Waits until the page shows no loading state and animations have ended. */
async function waitUntilSettled(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
  await page
    .waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 5_000 })
    .catch(() => {})
  await page.evaluate(loadLazyImages)
  await page.waitForTimeout(150)
}

/** Runs in the page: images below the first screen load only when they are near. */
async function loadLazyImages() {
  const images = [...document.querySelectorAll<HTMLImageElement>('img[loading="lazy"]')]
  for (const image of images) image.loading = 'eager'
  const loaded = Promise.allSettled(images.map((image) => image.decode()))
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 2_000))])
}

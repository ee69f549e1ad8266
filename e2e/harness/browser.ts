import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.js'

/**
 * Window decorations cost more time than many a page. This switch replaces the one of Playwright, whose other
 * features are therefore repeated.
 */
const unwanted = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
]

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer processes need a sixth less processor time.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
  // Custom domains of schools and resellers resolve to this machine.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
  `--disable-features=${unwanted.join()}`,
]

let browser: Promise<Browser> | undefined

/** One browser per process; it ends with the process. */
async function theBrowser() {
  if (browser && !(await browser).isConnected()) browser = undefined
  browser ??= chromium.launch({ executablePath: findBrowser(), args: flags, headless: true })
  return browser
}

export const phoneViewport = { width: 360, height: 740 }
export const tabletViewport = { width: 768, height: 1024 }
export const desktopViewport = { width: 1280, height: 800 }

export interface BrowserPage {
  context: BrowserContext
  page: Page
  /** Script errors and failed resources of the page. */
  complaints: string[]
}

/** A new browser profile with one page, which records all errors of the page. */
export async function openBrowser(
  options: {
    size?: typeof phoneViewport
    dark?: boolean
    locale?: string
    scripts?: boolean
    /** A phone, whose pointer is a finger. */
    touch?: boolean
    /** The clock of the page stands still. */
    now?: Date
  } = {},
): Promise<BrowserPage> {
  const context = await (
    await theBrowser()
  ).newContext({
    viewport: options.size ?? desktopViewport,
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.locale ?? 'en-GB',
    timezoneId: 'Africa/Lagos',
    javaScriptEnabled: options.scripts ?? true,
    reducedMotion: 'reduce',
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
  })
  if (options.now) await context.clock.setFixedTime(options.now)
  const page = await context.newPage()
  // Generous limits: other work on the machine must not fail a test.
  page.setDefaultTimeout(30_000)
  page.setDefaultNavigationTimeout(60_000)
  return { context, page, complaints: collectPageErrors(page) }
}

/** Records errors of a page from now on. */
export function collectPageErrors(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} ${message.location().url}`)
  })
  return complaints
}

export async function closeBrowser() {
  await (await browser)?.close()
  browser = undefined
}

import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.js'

/**
 * What a window draws around its page is nobody's business here, and costs more than many a page. The switch takes the
 * place of the one that Playwright sets, whose other features are therefore named again.
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
  // Domains of their own, as schools and resellers have them, lead to this machine.
  '--host-resolver-rules=MAP *.example 127.0.0.1',
  `--disable-features=${unwanted.join()}`,
]

let browser: Promise<Browser> | undefined

/** One browser for all that a process looks at; it ends with the process. */
async function theBrowser() {
  if (browser && !(await browser).isConnected()) browser = undefined
  browser ??= chromium.launch({ executablePath: findBrowser(), args: flags, headless: true })
  return browser
}

export const phoneViewport = { width: 360, height: 740 }
export const desktopViewport = { width: 1280, height: 800 }

export interface BrowserPage {
  context: BrowserContext
  page: Page
  /** What the page complained of: script errors and refused resources. */
  complaints: string[]
}

/** A fresh browser profile with one page, which notes everything that the page complains of. */
export async function openBrowser(
  options: { size?: typeof phoneViewport; dark?: boolean; locale?: string; scripts?: boolean } = {},
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
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return { context, page, complaints: collectPageErrors(page) }
}

/** What a page complains of from now on. */
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

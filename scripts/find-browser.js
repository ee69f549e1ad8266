// The browser of the tests: named, Playwright's own, the system's, or installed now.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** Chromium without its window draws the same pages for a fifth less of the processor. */
const windowless = '/usr/bin/chromium-headless-shell'
const systemBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

/**
 * The path of a browser that starts, or an error that says how to get one; a `whole` one has what belongs to its window
 * too, such as the viewer of PDF files.
 */
export function findBrowser({ whole: isWhole = false } = {}) {
  const named = process.env.CHROMIUM_PATH
  if (named && !(isWhole && named.includes('headless-shell'))) {
    if (starts(named)) return named
    throw new Error(`CHROMIUM_PATH is ${named}, but that browser does not start.`)
  }
  const found = [...(isWhole ? [] : [windowless]), chromium.executablePath(), ...systemBrowsers].find(isThere)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to its path.',
  )
}

/** Gets the browsers where that is one command of the system; without it those that are there serve as well. */
export function installBrowsers() {
  const missing = [
    ...(existsSync(windowless) ? [] : ['chromium-headless-shell']),
    ...([chromium.executablePath(), ...systemBrowsers].some(isThere) ? [] : ['chromium']),
  ]
  if (process.env.CHROMIUM_PATH || missing.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing a browser for the tests (once)')
  const install = () => apt('install', '--no-install-recommends', ...missing)
  if (!install() && apt('update')) install()
}

const isThere = (path) => path && existsSync(path) && starts(path)

const starts = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

/** Without a network it gives up soon. */
function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const patience = [
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=15',
    '-o',
    'DPkg::Lock::Timeout=60',
  ]
  const { status } = spawnSync('apt-get', ['-qq', '-y', ...patience, ...args], {
    env,
    stdio: 'ignore',
    timeout: 180_000,
  })
  return status === 0
}

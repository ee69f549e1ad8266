// The browser of the tests: the configured one, Playwright's own, the system's, or one installed now.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** The headless shell renders the same pages with a fifth less CPU time. */
const windowless = '/usr/bin/chromium-headless-shell'
const systemBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
  (name) => `/usr/bin/${name}`,
)

/**
 * Returns the path of a browser that starts, or throws with instructions. A `whole` browser includes features of
 * its window, such as the PDF viewer.
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

/** Installs the browsers with the system's package manager, if possible. */
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

/** Fails quickly without a network. */
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

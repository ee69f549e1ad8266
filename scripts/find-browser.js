// The browser of the tests: named, Playwright's own, the system's, or installed now.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** Chromium without its window draws the same pages for a fifth less of the processor. */
const windowless = '/usr/bin/chromium-headless-shell'
const systemBrowsers = [
  windowless,
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map(
    (name) => `/usr/bin/${name}`,
  ),
]

/** The path of a browser that starts, or an error that says how to get one. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (starts(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not start.`)
  }
  const found = presentBrowser()
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install it (on Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.',
  )
}

/** Gets the windowless browser where that is one command of the system; what is there already serves as well. */
export function installBrowser() {
  if (process.env.CHROMIUM_PATH || existsSync(chromium.executablePath()) || existsSync(windowless)) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing a browser for the tests (once)')
  const install = ['install', '--no-install-recommends']
  if (!apt(...install, 'chromium-headless-shell')) {
    apt('update')
    if (!apt(...install, 'chromium-headless-shell') && !presentBrowser()) apt(...install, 'chromium')
  }
}

function presentBrowser() {
  return [chromium.executablePath(), ...systemBrowsers].find(
    (path) => path && existsSync(path) && starts(path),
  )
}

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

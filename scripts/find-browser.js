// The browser of the tests: named, Playwright's own, the system's, or installed now.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const systemBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The path of a browser that starts, or an error that says how to get one. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (starts(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not start.`)
  }
  const found = present()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) install()
  const installed = present()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium. Install it (on Debian: apt-get install chromium) or set CHROMIUM_PATH to one.',
  )
}

function present() {
  const places = [chromium.executablePath(), ...systemBrowsers.map((name) => `/usr/bin/${name}`)]
  return places.find((path) => path && existsSync(path) && starts(path))
}

const starts = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

function install() {
  console.log('Installing Chromium for the browser tests (once)')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-y', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  apt('update')
  apt('install', '--no-install-recommends', 'chromium')
}

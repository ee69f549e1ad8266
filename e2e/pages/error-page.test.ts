import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

// The page that is shown when a page could not be loaded.

setUpSchoolApp()

/** Undoes what a test broke in the product. */
const repairs: (() => void)[] = []
afterEach(() => {
  for (const repair of repairs.splice(0)) repair()
})

const pathOf = (page: Page) => page.url().slice(schoolApp.origin.length)
const ask = (url: string) =>
  schoolApp.product.app.http.inject({
    url,
    headers: { host: new URL(schoolApp.origin).host, accept: 'text/html' },
  })

/** Text as specified, with its two buttons. */
async function seesErrorPage(page: Page) {
  await page.getByRole('heading', { level: 1, name: 'Error loading page', exact: true }).waitFor()
  expect(await page.title()).toBe('Error loading page')
  await page
    .getByText("either the url page doesn't exist or your connection was disconnected", { exact: true })
    .waitFor()
  expect(await page.getByRole('button').allTextContents()).toEqual(['Retry', 'Go to homepage'])
}

/** Makes the loaders of pages fail as if the API were down. */
function breakHosts() {
  const { hosts } = schoolApp.product.app.services
  const { resolve } = hosts
  hosts.resolve = () => Promise.reject(new Error('the database is away'))
  repairs.push(() => (hosts.resolve = resolve))
}

test('a page that fails on the server shows it in the browser, and Retry loads the page again', async () => {
  const { page } = await openPage('/dev/ui/broken', null, { alone: true })
  await seesErrorPage(page)
  const again = page.waitForResponse((response) => response.url().endsWith('/dev/ui/broken'))
  await page.getByRole('button', { name: 'Retry' }).click()
  expect((await again).status()).toBe(500)
  await seesErrorPage(page)
  await page.getByRole('button', { name: 'Go to homepage' }).click()
  await expect.poll(() => pathOf(page)).toBe('/')
})

test('a public page shows it too, and so does a page without a database', async () => {
  const { page } = await openPage('/login', null, { alone: true })
  breakHosts()
  await page.goto(schoolApp.at('/find-school'))
  await seesErrorPage(page)
  repairs.pop()!()
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('heading', { name: 'Error loading page' }).waitFor({ state: 'detached' })
  expect(pathOf(page)).toBe('/find-school')
})

test('the server sends no part of it; without scripts a sentence is shown', async () => {
  breakHosts()
  for (const path of ['/', '/login', '/manage']) {
    const { statusCode, headers, body } = await ask(path)
    expect([path, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      path,
      500,
      'text/html; charset=utf-8',
      'no-store',
    ])
    const markup = body.replace(/<script [^>]*application\/json[^>]*>.*?<\/script>/gs, '')
    expect(markup).not.toContain('Error loading page')
    expect(body).not.toContain('database')
    expect(body.replace(/<noscript>.*<\/noscript>/, '')).not.toContain('went wrong')
  }
  const { page } = await openPage('/health/live', null, { scripts: false })
  await page.goto(schoolApp.at('/dev/ui/broken'))
  const text = await page.evaluate(() => document.querySelector('noscript')?.innerText)
  expect(text).toContain('Something went wrong on our side')
  expect(text).toContain('Go to home page')
})

test('a browser that cannot load the app shows it, in its language and on a phone', async () => {
  const { page } = await openPage('/health/live', null, { alone: true, locale: 'fr-FR', size: phoneViewport })
  await page.route(/\/assets\/entry\.client/, (route) => route.abort())
  await page.goto(schoolApp.at('/login'))
  await page.getByRole('heading', { name: 'Erreur de chargement de la page' }).waitFor()
  expect(await page.getByRole('button').allTextContents()).toEqual(['Réessayer', 'Aller à l’accueil'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phoneViewport.width)
  await page.unroute(/\/assets\/entry\.client/)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await page.getByLabel('Mot de passe', { exact: false }).first().waitFor()
})

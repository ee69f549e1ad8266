import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDnsServer } from '#testing/fakes/dns-server.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, phoneViewport } from '../harness/browser.ts'
import { openPage, schoolApp, setUpSchoolApp } from '../harness/open-page.ts'

setUpSchoolApp()

let dns: Awaited<ReturnType<typeof startDnsServer>>
beforeAll(async () => {
  dns = await startDnsServer()
  schoolApp.product.app.services.config.dnsServers = [dns.address]
})
afterAll(async () => {
  schoolApp.product.app.services.config.dnsServers = []
  await dns.close()
})

test('a school moves to a custom domain, its old address redirects, and it moves back', async () => {
  dns.records = [{ name: 'localhost', type: 'A', data: '203.0.113.9' }]
  const admin = await schoolApp.school.admin()
  const { page, complaints } = await openPage('/manage/domains', admin)
  await page.getByText('No custom domains yet').waitFor()
  await page.getByRole('textbox', { name: /^Domain/ }).fill('courses.kano.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'courses.kano.example' })
  await card.getByText('Waiting for DNS').waitFor()
  const value = (await card.locator('pre').nth(1).innerText()).trim()

  await card.getByRole('button', { name: /^Check now/ }).click()
  await card.getByText('TXT record not found').waitFor()
  expect(await accessibilityIssues(page)).toEqual([])
  await page.setViewportSize(phoneViewport)
  expect(await horizontalOverflow(page)).toBe(0)
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/domains.png`, fullPage: true })

  await page.setViewportSize(desktopViewport)
  dns.records.push({ name: '_school-verification.courses.kano.example', type: 'TXT', data: value })
  dns.records.push({ name: 'courses.kano.example', type: 'CNAME', data: 'localhost' })
  await card.getByRole('button', { name: /^Check now/ }).click()
  await card.getByText('Active', { exact: true }).waitFor()
  await card.getByText('Used in links').waitFor()

  const { http } = schoolApp.product.app
  const at = (host: string, url: string) => http.inject({ url, headers: { host } })
  const old = `${schoolApp.school.school_url}.localhost`
  const moved = await at(old, '/login?redirect=%2Fnotes')
  expect(moved.statusCode).toBe(301)
  expect(String(moved.headers.location)).toMatch(
    /^http:\/\/courses\.kano\.example:\d+\/login\?redirect=%2Fnotes$/,
  )
  const home = await at('courses.kano.example', '/')
  expect(home.statusCode).toBe(200)
  expect(home.body).toMatch(/<link rel="canonical" href="http:\/\/courses\.kano\.example(:\d+)?\/"/)
  // API clients that use the old address still get responses.
  expect((await at(old, '/api/openapi.json')).statusCode).toBe(200)

  await card.getByRole('button', { name: 'Remove domain courses.kano.example' }).click()
  await page.getByRole('button', { name: 'Remove domain', exact: true }).click()
  await page.getByText('No custom domains yet').waitFor()
  expect((await at(old, '/login')).statusCode).toBe(200)
  const released = await at('courses.kano.example', '/login?redirect=%2Fnotes')
  expect(released.statusCode).toBe(301)
  expect(String(released.headers.location)).toContain(`//${old}`)
  expect(String(released.headers.location)).toMatch(/\/login\?redirect=%2Fnotes$/)
  expect(complaints).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandboxProviders, type SandboxProviders } from '#sandbox-providers/index.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { closeBrowser, desktopViewport, openBrowser, phoneViewport } from '../harness/browser.ts'

let sandbox: SandboxProviders
beforeAll(async () => {
  sandbox = await startSandboxProviders()
})
afterAll(async () => {
  await sandbox.close()
  await closeBrowser()
})

async function createLink(tx_ref: string) {
  const { base_url, secret_key } = sandbox.flutterwave.keys
  const reply = await fetch(`${base_url}/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      tx_ref,
      amount: 7500.5,
      currency: 'NGN',
      redirect_url: `${sandbox.address}/return`,
      customer: { email: 'a.buyer.with.a.very.long.address@students.codecraft.example' },
      customizations: { title: 'Introduction to product design, with exercises' },
    }),
  })
  return ((await reply.json()) as { data: { link: string } }).data.link
}

test.each([
  ['a phone', { size: phoneViewport, touch: true }],
  ['a computer with dark colours', { size: desktopViewport, dark: true }],
])('a buyer pays on the sandbox page on %s', async (name, options) => {
  const reference = `ord-${name.length}-a1`
  const { context, page } = await openBrowser(options)
  const expectAccessible = async () => {
    expect(await accessibilityIssues(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBe(0)
  }
  await page.goto(await createLink(reference))
  await page.getByText('Sandbox: no real money.').waitFor()
  await expectAccessible()
  await page.getByRole('button', { name: /5258 5859/ }).click()
  await page.getByRole('alert').getByText('Insufficient Funds').waitFor()
  await expectAccessible()
  await page.getByLabel('Card number').fill('5531 8866 5214 2950')
  await page.getByLabel('Expiry').fill('09/32')
  await page.getByLabel('Security code').fill('564')
  await page.getByRole('button', { name: 'Pay NGN 7,500.50' }).click()
  await page.getByLabel('Card PIN').fill('3310')
  await expectAccessible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('One-time password').fill('12345')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/return\?status=successful/)
  expect(new URL(page.url()).searchParams.get('tx_ref')).toBe(reference)
  expect(sandbox.flutterwave.chargeCount(reference)).toBe(1)
  await context.close()
})

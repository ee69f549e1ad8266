import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has against the page as it stands, one line for each kind of fault and place. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(source)
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { axe: { run: (context: Document) => Promise<AxeResults> } }
    return axe.run(document)
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

/** By how many pixels the page is wider than the window. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

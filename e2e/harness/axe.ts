import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is right is not written up place by place, which takes half of the time; no rule of ours reads style sheets. */
const always: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }

/** What axe has against the page as it stands, one line for each kind of fault and place. */
export async function accessibilityIssues(page: Page, options: RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    (with_) => {
      const { axe } = globalThis as unknown as Axe
      return axe.run(document, with_)
    },
    { ...always, ...options },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

interface Axe {
  axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> }
}

/** By how many pixels the page is wider than the window. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

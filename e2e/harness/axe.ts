import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Only violations are reported in detail, which halves the time; no rule here reads style sheets. */
const always: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } }

/** Violations of axe on the current page, or in the elements of a selector, one line per rule and element. */
export async function accessibilityIssues(
  page: Page,
  options: RunOptions = {},
  selector?: string,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const { violations } = await page.evaluate(
    ({ part, ...with_ }) => {
      const { axe } = globalThis as unknown as Axe
      return axe.run(part ? { include: [part] } : document, with_)
    },
    { ...always, ...options, part: selector },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

interface Axe {
  axe: { run: (context: Document | { include: string[] }, options: RunOptions) => Promise<AxeResults> }
}

/** Number of pixels by which the page is wider than the window. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

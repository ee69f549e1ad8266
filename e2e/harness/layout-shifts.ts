import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    layoutShifts?: { value: number; moved: string[] }
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Records in each page of a profile what moves without input. */
export const watchLayoutShifts = (context: BrowserContext) => context.addInitScript(observeShifts)

/** Runs in the page before its scripts. */
function observeShifts() {
  const shifts = { value: 0, moved: [] as string[] }
  window.layoutShifts = shifts
  const describe = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.className}`.slice(0, 60) : '(removed)'
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      if (!entry.hadRecentInput) {
        shifts.value += entry.value
        shifts.moved.push(...entry.sources.map(({ node }) => describe(node)))
      }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What moved in the page since the last call. */
export async function takeLayoutShifts(page: Page): Promise<string[]> {
  const { value, moved } = await page.evaluate(() => {
    const shifts = window.layoutShifts!
    const taken = { value: shifts.value, moved: [...new Set(shifts.moved)] }
    shifts.value = 0
    shifts.moved.length = 0
    return taken
  })
  return value > 0 ? [`it shifts by ${value.toFixed(4)}: ${moved.slice(0, 4).join(', ')}`] : []
}

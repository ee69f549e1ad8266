import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    layoutShifts?: { value: number; moved: string[] }
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Records in each page of a profile what moves without input. */
export const watchLayoutShifts = (context: BrowserContext) => context.addInitScript(observeShifts)

/** Runs in the page before its scripts. */
function observeShifts() {
  const shifts = { value: 0, moved: [] as string[] }
  window.layoutShifts = shifts
  const at = ({ x, y, height }: DOMRectReadOnly) =>
    `${Math.round(x)},${Math.round(y)} (${Math.round(height)})`
  const describe = ({ node, previousRect, currentRect }: LayoutShift['sources'][number]) => {
    const name =
      node instanceof Element ? `${node.localName} "${(node.textContent ?? '').slice(0, 30)}"` : '(removed)'
    return `${name} from ${at(previousRect)} to ${at(currentRect)}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[])
      if (!entry.hadRecentInput) {
        shifts.value += entry.value
        shifts.moved.push(...entry.sources.map(describe))
      }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Rounds to 0.000. The fonts of a page may move a row of links by 4 px when they arrive. */
const invisibleShift = 0.0005

/** What moved in the page since the last call. */
export async function takeLayoutShifts(page: Page): Promise<string[]> {
  const { value, moved } = await page.evaluate(() => {
    const shifts = window.layoutShifts!
    const taken = { value: shifts.value, moved: [...new Set(shifts.moved)] }
    shifts.value = 0
    shifts.moved.length = 0
    return taken
  })
  return value >= invisibleShift ? [`it shifts by ${value.toFixed(4)}: ${moved.slice(0, 4).join(', ')}`] : []
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityIssues, horizontalOverflow } from './axe.ts'
import { desktopViewport, phoneViewport } from './browser.ts'

/**
 * Expects that the page has no accessibility violation, and that it fits a phone and a computer. Its window has the same
 * size afterwards.
 */
export async function expectSound(page: Page) {
  expect(await accessibilityIssues(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  const size = page.viewportSize()!
  await page.setViewportSize(size.width > phoneViewport.width ? phoneViewport : desktopViewport)
  await nextFrame(page)
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize(size)
  await nextFrame(page)
}

/** Waits until a change of size is rendered. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

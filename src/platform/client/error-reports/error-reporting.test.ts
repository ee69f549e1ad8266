import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Module from './error-reporting.ts'

let reporting: typeof Module
let page: Pick<Window, 'earlyErrors' | 'captureError'>
const load = vi.fn()
const chosen = { setUser: vi.fn(), capture: vi.fn() }

beforeEach(async () => {
  vi.resetModules()
  vi.clearAllMocks()
  page = {}
  vi.stubGlobal('window', page)
  reporting = await import('./error-reporting.ts')
})
// The worker runs other files after this one.
afterEach(() => vi.unstubAllGlobals())

test('stores errors until the reporter loads, with the first of them', () => {
  const { errorReporting, deferErrorReporter: expectReporter, setErrorReporter: switchReporterOn } = reporting
  const errors = Array.from({ length: 12 }, (_, n) => new Error(`${n}`))
  errorReporting.setUser({ id: 'u1', user_type: 'student' })
  page.earlyErrors = [errors[0]]
  expectReporter(load)
  expect(load).toHaveBeenCalledTimes(1)
  errorReporting.capture(errors[1])
  page.captureError!(errors[2])
  for (const error of errors.slice(3)) errorReporting.capture(error)
  expect(load).toHaveBeenCalled()
  switchReporterOn(chosen)
  expect(chosen.setUser).toHaveBeenCalledWith({ id: 'u1', user_type: 'student' })
  expect(chosen.capture.mock.calls).toEqual(errors.slice(0, 10).map((error) => [error]))
  // From here on the reporter captures errors itself.
  page.captureError!(new Error('later'))
  expect(chosen.capture).toHaveBeenCalledTimes(10)
})

test('does not load the reporter without an error', () => {
  reporting.deferErrorReporter(load)
  expect(load).not.toHaveBeenCalled()
})

test('stores nothing if reports are disabled', () => {
  reporting.errorReporting.capture(new Error('x'))
  reporting.setErrorReporter(chosen)
  expect(chosen.capture).not.toHaveBeenCalled()
})

test.each([
  [{ status: 404 }, true],
  [{ status: 0 }, true],
  [{ status: 500 }, false],
  [new Error('x'), false],
  ['thrown text', false],
  [null, false],
  [undefined, true],
])('classifies %j as expected: %j', (error, expected) => {
  expect(reporting.isExpectedError(error)).toBe(expected)
  reporting.setErrorReporter(chosen)
  reporting.errorReporting.capture(error)
  expect(chosen.capture).toHaveBeenCalledTimes(expected ? 0 : 1)
})

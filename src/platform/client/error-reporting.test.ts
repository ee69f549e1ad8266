import { beforeEach, expect, test, vi } from 'vitest'
import type * as Module from './error-reporting.ts'

let reporting: typeof Module
let listeners: Record<string, (event: object) => void>
const load = vi.fn()
const chosen = { setUser: vi.fn(), capture: vi.fn() }

beforeEach(async () => {
  vi.resetModules()
  vi.clearAllMocks()
  listeners = {}
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
  })
  reporting = await import('./error-reporting.ts')
})

test('errors wait for the reporter, which is loaded with the first of them', () => {
  const { errorReporting, expectReporter, switchReporterOn } = reporting
  expectReporter(load)
  errorReporting.setUser({ id: 'u1', user_type: 'student' })
  expect(load).not.toHaveBeenCalled()
  const errors = Array.from({ length: 12 }, (_, n) => new Error(`${n}`))
  errorReporting.capture(errors[0])
  listeners.error!({ error: errors[1] })
  listeners.unhandledrejection!({ reason: errors[2] })
  for (const error of errors.slice(3)) errorReporting.capture(error)
  expect(load).toHaveBeenCalled()
  switchReporterOn(chosen)
  expect(chosen.setUser).toHaveBeenCalledWith({ id: 'u1', user_type: 'student' })
  expect(chosen.capture.mock.calls).toEqual(errors.slice(0, 10).map((error) => [error]))
  // From here on the reporter hears of these by itself.
  listeners.error!({ error: new Error('later') })
  expect(chosen.capture).toHaveBeenCalledTimes(10)
})

test('nothing is kept where nobody is told of errors', () => {
  reporting.errorReporting.capture(new Error('x'))
  reporting.switchReporterOn(chosen)
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
])('%j is expected: %j', (error, expected) => {
  expect(reporting.isExpected(error)).toBe(expected)
  reporting.switchReporterOn(chosen)
  reporting.errorReporting.capture(error)
  expect(chosen.capture).toHaveBeenCalledTimes(expected ? 0 : 1)
})

import { afterAll, afterEach, beforeAll } from 'vitest'
import { stopCapturingLog } from '../../harness/harness.ts'
import { startTestPayments, type TestPayments } from '../payments-builder.ts'
import { resetClock } from '../school-builder.ts'

/**
 * Sandbox providers for the tests of a file. After each test, the clock, the captured log and the settings of the providers
 * are reset.
 */
export function useTestPayments(): Pick<TestPayments, 'sandbox' | 'configure' | 'reset'> {
  let payments: TestPayments
  beforeAll(async () => {
    payments = await startTestPayments()
  })
  afterAll(() => payments.close())
  afterEach(() => {
    resetClock()
    stopCapturingLog()
    payments.reset()
  })
  return {
    get sandbox() {
      return payments.sandbox
    },
    configure: (changes) => payments.configure(changes),
    reset: () => payments.reset(),
  }
}

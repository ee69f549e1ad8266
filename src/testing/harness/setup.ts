import { afterAll } from 'vitest'
import { afterFileHooks } from './after-file-hooks.ts'

afterAll(async () => {
  for (const runHook of afterFileHooks) await runHook()
})

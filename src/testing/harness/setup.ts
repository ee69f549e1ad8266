import { afterAll } from 'vitest'
import { afterFile } from './after-file.ts'

afterAll(async () => {
  for (const settle of afterFile) await settle()
})

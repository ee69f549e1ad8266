import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

test('match the migrations', async () => {
  const args = [
    '--url',
    inject('templateUrl'),
    '--out-file',
    'src/platform/database/database-types.ts',
    '--verify',
  ]
  const answer = await promisify(execFile)('node_modules/.bin/kysely-codegen', args).catch(
    (error: unknown) => error,
  )
  expect(answer, 'run `npm run db:types`').not.toBeInstanceOf(Error)
}, 60_000)

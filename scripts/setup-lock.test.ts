import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lock } from './setup-lock.js'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('makes the second process wait for the first', async () => {
  const file = join(folder, 'two')
  const release = await lock(file)
  let isSecond = false
  const second = lock(file).then((end) => {
    isSecond = true
    return end
  })
  await expect(Promise.race([second, lock(join(folder, 'free')).then(() => 'free')])).resolves.toBe('free')
  expect(isSecond).toBe(false)
  release()
  const end = await second
  end()
  expect(existsSync(file)).toBe(false)
})

test.each([
  ['of a process that is gone', '999999999 1'],
  ['of a process whose number is ours by now', `${process.pid} 1`],
  ['that says nothing', ''],
])('ignores a lock %s', async (_whose, left) => {
  const file = join(folder, 'left')
  writeFileSync(file, left)
  const release = await lock(file)
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  release()
})

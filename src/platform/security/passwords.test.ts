import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hashesAtOnce, hashPassword, verifyPassword } from './passwords.ts'

/** The hash of a password in a process that is not a test. */
async function hashOfProduct(password: string) {
  const program = `import { hashPassword } from '#platform/security/passwords.ts'
    process.stdout.write(await hashPassword(process.argv[1]))`
  const args = ['--input-type=module', '-e', program, password]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

test('cost in the product what argon2id recommends, and verify here too', async () => {
  const stored = await hashOfProduct('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('correct horse', stored)).toBe(true)
  expect(await verifyPassword('correct hors', stored)).toBe(false)
})

test('differ for equal passwords, and no hash matches nothing', async () => {
  const [one, other] = [await hashPassword('the same'), await hashPassword('the same')]
  expect(one).not.toBe(other)
  expect(await verifyPassword('the same', other)).toBe(true)
  for (const stored of [null, undefined, '', 'rubbish', one.slice(0, -4)])
    expect(await verifyPassword('the same', stored)).toBe(false)
  expect(await verifyPassword('nobody has this password', null)).toBe(false)
})

test('keep all cores busy, and leave threads to files', () => {
  expect(hashesAtOnce(2, 16)).toBe(4)
  expect(hashesAtOnce(8, 16)).toBe(10)
  expect(hashesAtOnce(64, 16)).toBe(12)
  expect(hashesAtOnce(8, 4)).toBe(2)
})

test('are cheap in tests only', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const naming = sources.filter((name) => readFileSync(`src/${name}`, 'utf8').includes('useCheapHashing'))
  expect(naming.toSorted()).toEqual([
    'platform/security/passwords.test.ts',
    'platform/security/passwords.ts',
    'testing/harness/cheap-hashes.ts',
  ])
})

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

/** What a process that is no test makes of a password. */
async function hashOfProduct(password: string) {
  const program = `import { hashPassword } from '#platform/security/passwords.ts'
    process.stdout.write(await hashPassword(process.argv[1]))`
  const args = ['--input-type=module', '-e', program, password]
  return (await promisify(execFile)(process.execPath, args)).stdout
}

test('a hash of the product costs what argon2id should, and fits here too', async () => {
  const stored = await hashOfProduct('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('correct horse', stored)).toBe(true)
  expect(await verifyPassword('correct hors', stored)).toBe(false)
})

test('two hashes of one password differ, and no hash fits nothing', async () => {
  const [one, other] = [await hashPassword('the same'), await hashPassword('the same')]
  expect(one).not.toBe(other)
  expect(await verifyPassword('the same', other)).toBe(true)
  for (const stored of [null, undefined, '', 'rubbish', one.slice(0, -4)])
    expect(await verifyPassword('the same', stored)).toBe(false)
  expect(await verifyPassword('nobody has this password', null)).toBe(false)
})

test('only tests make cheap hashes', () => {
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

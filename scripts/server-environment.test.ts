import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverArguments, serverEnvironment } from './bootstrap.js'

const root = join(import.meta.dirname, '..')

/** Allocates short-lived objects, like requests do; prints the maximum size of the young generation in MB. */
const program = `
  let largest = 0
  const recent = []
  for (let round = 0; round < 60; round++) {
    recent[round % 6] = Array.from({ length: 20_000 }, (_, n) => ({ n, list: [n] }))
    const young = require('v8').getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    largest = Math.max(largest, young.space_size)
  }
  console.log(largest / 2 ** 20)
`

test('keeps the young generation of a server at 16 MB', () => {
  const { PATH } = process.env
  const env = { PATH, ...serverEnvironment() }
  const { stdout } = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8' })
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(Number(stdout)).toBeLessThanOrEqual(16)
})

test('uses the same settings in the container image', () => {
  const image = readFileSync(join(root, 'Containerfile'), 'utf8')
  const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
  const { NODE_OPTIONS, MALLOC_ARENA_MAX, UV_THREADPOOL_SIZE } = serverEnvironment()
  const [young] = /--max-semi-space-size=\d+/.exec(NODE_OPTIONS)!
  expect(image).toContain(`NODE_OPTIONS=${young}`)
  for (const argument of serverArguments) {
    expect(image).toContain(`CMD ["node", "${argument}"`)
    expect(compose).toContain(`command: [node, ${argument}, `)
  }
  expect(image).toContain(`MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX}`)
  expect(image).toContain(`UV_THREADPOOL_SIZE=${UV_THREADPOOL_SIZE}`)
})

test('lists the programs of npm start for an unknown one', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.js', 'jobs'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('Unknown program jobs. Use one of: all, web, worker.')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isolatedTask } from './isolated-task.ts'
import { runIsolated, withScratchFolder } from './run-isolated.ts'
import type { run } from './testing/hostile-task.ts'
import { TaskRejected, TaskStopped } from './task-errors.ts'

const module = new URL('./testing/hostile-task.ts', import.meta.url)
const hostile = isolatedTask<typeof run>(module, {
  memory_mb: 250,
  cpu_ms: 2_000,
})

type Act = Parameters<typeof run>[0]['act']
let groups = 0
const newGroup = () => `group-${++groups}`
const act = (name: Act, argument?: string, group_id = newGroup()) =>
  runIsolated(hostile, argument === undefined ? { act: name } : { act: name, argument }, { group_id })

const denied = 'Access to this API has been restricted'

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('inherits no environment variables', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret')
  vi.stubEnv('APP_SECRET', 'secret')
  const environment = (await act('environment')) as Record<string, string>
  vi.unstubAllEnvs()
  expect(
    Object.keys(environment)
      .filter((name) => !/^(_|PWD|SHLVL|OLDPWD)$/.test(name))
      .toSorted(),
  ).toEqual(['MALLOC_ARENA_MAX', 'NODE_ENV', 'TZ', 'VIPS_CONCURRENCY'])
})

test('reads the code and its own folder, writes only there, and starts no process', async () => {
  await withScratchFolder(async (folder) => {
    const secret = join(folder, 'secret')
    await writeFile(secret, 'secret')
    await expect(act('read', secret)).rejects.toThrow(denied)
    await expect(act('read', '/etc/hostname')).rejects.toThrow(denied)
    await expect(act('write', join(tmpdir(), 'x'))).rejects.toThrow(denied)
    await expect(act('start')).rejects.toThrow(denied)
    const readable = { group_id: newGroup(), readable: [secret] }
    expect(await runIsolated(hostile, { act: 'read', argument: secret }, readable)).toBe(6)
  })
})

test('exchanges files through a folder, which is deleted', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'lyceum-isolated-'))
  vi.stubEnv('TMPDIR', scratch)
  const group_id = newGroup()
  const copy = (text: string) =>
    withScratchFolder(async (folder) => {
      await writeFile(join(folder, 'in'), text)
      await writeFile(join(folder, text === 'one' ? 'left' : 'other'), '')
      const saw = await runIsolated(hostile, { act: 'copy' }, { group_id, folder })
      return [saw, await readFile(join(folder, 'out'), 'utf8')]
    })
  expect(await copy('one')).toEqual([true, 'ONE'])
  expect(await copy('two')).toEqual([false, 'TWO'])
  expect((await readdir(scratch)).filter((name) => name.startsWith('lyceum-files-'))).toEqual([])
  vi.unstubAllEnvs()
  await rm(scratch, { recursive: true })
})

test.each<[Act, string]>([
  ['loop', 'cpu'],
  ['heap', 'memory'],
  ['native', 'memory'],
  ['abort', 'crashed'],
])('is killed without harm to its parent: %s', async (name, reason) => {
  const group_id = newGroup()
  const failure = await act(name, undefined, group_id).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TaskStopped)
  expect(failure).toMatchObject({ reason })
  expect(isRunning((await act('pid', undefined, group_id)) as number)).toBe(true)
})

test('returns a rejection as its code, and a fault as an error', async () => {
  const rejected = await act('reject', 'too_large').catch((error: unknown) => error)
  expect(rejected).toBeInstanceOf(TaskRejected)
  expect(rejected).toMatchObject({ code: 'too_large' })
  await expect(act('throw')).rejects.toThrow('TypeError: a fault of the task')
})

test('serves one group only, and ends when idle', async () => {
  const [one, two] = [newGroup(), newGroup()]
  const first = await act('pid', undefined, one)
  expect(await act('pid', undefined, one)).toBe(first)
  expect(await act('pid', undefined, two)).not.toBe(first)
  await vi.waitFor(() => expect(isRunning(first as number)).toBe(false), { timeout: 10_000 })
})

test('leaves a process free for other groups', async () => {
  const [slow, quick] = [newGroup(), newGroup()]
  await withScratchFolder(async (folder) => {
    const path = join(folder, 'end')
    let ended = 0
    const hold = () =>
      runIsolated(hostile, { act: 'hold', argument: path }, { group_id: slow, readable: [path] })
    const flood = Array.from({ length: 6 }, () => hold().finally(() => ended++))
    await act('pid', undefined, quick)
    expect(ended).toBe(0)
    await writeFile(path, '')
    await Promise.all(flood)
  })
})

test('refuses with a retry time if the queue is full', async () => {
  const group_id = newGroup()
  const all = Array.from({ length: 30 }, () => act('wait', '20', group_id))
  const outcomes = await Promise.allSettled(all)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused.length).toBeGreaterThanOrEqual(6)
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'busy', status: 503, details: { retry_after_seconds: 5 } })
})

test('limits one person’s part of the group’s queue', async () => {
  const group_id = newGroup()
  const wait = (user_id: string) =>
    runIsolated(hostile, { act: 'wait', argument: '20' }, { group_id, user_id })
  const outcomes = Promise.allSettled(Array.from({ length: 12 }, () => wait('one')))
  await wait('two')
  const refused = (await outcomes).filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(6)
})

test('leaves no process or folder when its parent is killed', async () => {
  const tmp = await realpath(await mkdtemp(join(tmpdir(), 'killed-parent-')))
  const parent = spawn(process.execPath, ['--input-type=module', '-e', parentOf(module.href)], {
    env: { ...process.env, TMPDIR: tmp },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
  expect(isRunning(Number(pid))).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isRunning(Number(pid))).toBe(false), { timeout: 5_000 })
  expect(await readdir(tmp)).toEqual([])
  await rm(tmp, { recursive: true })
})

const parentOf = (task: string) => `
  import { isolatedTask, runIsolated } from '#platform/isolated/index.ts'
  const hostile = isolatedTask(new URL(${JSON.stringify(task)}), { memory_mb: 250, cpu_ms: 2_000 })
  console.log(await runIsolated(hostile, { act: 'pid' }, { group_id: 'one' }))
  await new Promise((done) => setTimeout(done, 60_000))
`

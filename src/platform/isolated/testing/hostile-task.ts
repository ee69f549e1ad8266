import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskRejected } from '../task-errors.ts'

interface Input {
  act: keyof typeof acts
  argument?: string
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const stored: unknown[] = []

/** Actions of a compromised task, or of one that reads a hostile file. */
const acts = {
  environment: () => process.env,
  pid: () => process.pid,
  wait: async (_folder: string, ms = '0') => {
    await pause(Number(ms))
    return process.pid
  },
  /** Resolves when the file exists. */
  hold: async (_folder: string, path = '') => {
    while (!existsSync(path)) await pause(20)
  },
  loop: () => {
    const until = Date.now() + 60_000
    while (Date.now() < until);
  },
  heap: () => {
    for (;;) stored.push(Array.from({ length: 10_000 }, () => ({})))
  },
  /** Outside of V8's heap limit, like native libraries. */
  native: async () => {
    for (let n = 0; n < 200; n++) {
      stored.push(Buffer.alloc(10_000_000, 1))
      await pause(10)
    }
  },
  abort: () => process.abort(),
  reject: (_folder: string, code = '') => {
    throw new TaskRejected(code)
  },
  throw: () => {
    throw new TypeError('a fault of the task')
  },
  read: (_folder: string, path = '') => readFileSync(path, 'utf8').length,
  write: (_folder: string, path = '') => writeFileSync(path, ''),
  start: async () => {
    const { spawnSync } = await import('node:child_process')
    return spawnSync('true').status
  },
  copy: (folder: string) => {
    const text = readFileSync(join(folder, 'in'), 'utf8')
    writeFileSync(join(folder, 'out'), text.toUpperCase())
    return existsSync(join(folder, 'left'))
  },
}

export const run = ({ act, argument }: Input, folder: string): unknown => acts[act](folder, argument)

import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * A Node program in a process of its own, which sends its port when it listens. What it logs goes to a file: reading it
 * here would take from the time of the load.
 */
export async function startProgram(file: string, args: string[], env: Record<string, string>) {
  const log = openSync(join(env.DATA_DIR!, `${basename(file)}.log`), 'w')
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  closeSync(log)
  const port = await portOf(child)
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Resident memory in MB. */
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(Number(port)))
    child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it listened`)))
  })
}

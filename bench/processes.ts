import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A Node program in a process of its own, which prints its port when it listens. */
export async function startProgram(file: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await firstNumber(child)
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

/** The number on the child's first line that is nothing else; later lines (its log) are read and dropped. */
function firstNumber(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on(
      'line',
      (line) => /^\d+$/.test(line) && resolve(Number(line)),
    )
    child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it listened`)))
  })
}

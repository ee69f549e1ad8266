import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Starts a Node program in its own process, which sends its port when it listens. Its log goes to a file: reading
 * it here would take CPU time from the load.
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
    /** Milliseconds of CPU time, user and system, of all threads so far. */
    processorMs: () => processorMs(child.pid!),
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10

/** Fields 14 and 15 of `/proc/PID/stat`, counted after the name in brackets. */
function processorMs(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve(Number(port)))
    child.once('exit', (code) => reject(new Error(`the program ended with ${code} before it listened`)))
  })
}

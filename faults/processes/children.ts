import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

export interface ChildProcessHandle {
  pid: number
  /** Output so far, of both streams. */
  lines: readonly string[]
  /** Waits for the first line that matches, past or future; throws if the program ends or the time is over. */
  waitForOutput(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>
  /** Kills it with SIGKILL and waits until it has ended. */
  kill(): Promise<void>
  /** Sends SIGTERM; returns how it ended. After the time it is killed, which counts as an end by signal. */
  stop(milliseconds?: number): Promise<number | NodeJS.Signals>
}

/** Programs that were started here and still run: they are killed if this process ends early. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a Node program in its own process, which also ends when this process does. */
export const startNode = (file: string, args: string[], env: NodeJS.ProcessEnv) =>
  startProgram(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })

interface ProgramOptions {
  env: NodeJS.ProcessEnv
  stdio?: ('ignore' | 'pipe' | 'ipc')[]
}

export function startProgram(
  program: string,
  args: string[],
  { env, stdio = ['ignore', 'pipe', 'pipe'] }: ProgramOptions,
): ChildProcessHandle {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, args, { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...env }, stdio })
  const lines: string[] = []
  const listeners = new Set<(line: string) => void>()
  running.add(child)
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return (code ?? signal) as number | NodeJS.Signals
  })
  onEachLine(child, (line) => {
    lines.push(line)
    for (const listener of listeners) listener(line)
  })

  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid!,
    lines,
    // A busy machine takes minutes to start a process.
    waitForOutput(pattern, milliseconds = 300_000) {
      const said = lines.map((line) => pattern.exec(line)).find((match) => match !== null)
      if (said) return Promise.resolve(said)
      return waitForLine({ name: String(args[0]), lines, listeners, ended }, pattern, milliseconds)
    },
    async kill() {
      if (isRunning()) child.kill('SIGKILL')
      await ended
    },
    async stop(milliseconds = 35_000) {
      if (isRunning()) child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), milliseconds)
      const how = await ended
      clearTimeout(late)
      return how
    },
  }
}

function onEachLine({ stdout, stderr }: ChildProcess, listener: (line: string) => void) {
  for (const output of [stdout!, stderr!]) createInterface(output).on('line', listener)
}

interface Output {
  /** Of the program, for errors. */
  name: string
  lines: string[]
  listeners: Set<(line: string) => void>
  ended: Promise<number | NodeJS.Signals>
}

/** Resolves to the next line that matches; rejects when the program ends or the time is over. */
function waitForLine({ name, lines, listeners, ended }: Output, pattern: RegExp, milliseconds: number) {
  return new Promise<RegExpExecArray>((done, fail) => {
    const finish = (how: () => void) => {
      clearTimeout(late)
      listeners.delete(listen)
      how()
    }
    const failed = (what: string) =>
      finish(() => fail(new Error(`${name} ${what}:\n${lines.slice(-10).join('\n')}`)))
    const listen = (line: string) => {
      const match = pattern.exec(line)
      if (match) finish(() => done(match))
    }
    const late = setTimeout(() => failed(`did not say ${pattern}`), milliseconds)
    listeners.add(listen)
    void ended.then((how) => failed(`ended with ${how}`))
  })
}

import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pinnedNode, root, serverArguments, serverEnvironment } from './bootstrap.js'

/** Continues with the pinned Node: forwards signals and the exit code. */
export function handOver(args) {
  const env = { ...process.env, ...serverEnvironment() }
  // The IPC channel closes when this process is killed, so that the child ends too.
  const child = spawn(pinnedNode(), [...serverArguments, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  endWithNpm(child)
}

/**
 * A SIGKILL of npm reaches no child. The scripts of package.json use `exec`, so npm is the parent of this
 * process: it forwards SIGTERM and waits, which a shell in between would not. Without npm as parent, the process
 * is meant to run alone.
 */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) child.kill('SIGTERM')
  }, 300).unref()
}

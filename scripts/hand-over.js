import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pinnedNode, root, serverArguments, serverEnvironment } from './bootstrap.js'

/** Goes on under the pinned Node: passes signals down and the exit code up. */
export function handOver(args) {
  const env = { ...process.env, ...serverEnvironment() }
  // The channel tells the child when this process is killed, so that it never stays behind alone.
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
 * A kill -9 of npm reaches nobody below it. The scripts of package.json say `exec`, so npm is the parent of this process: it
 * passes SIGTERM on and waits, which the shell between them would not. Without npm above, running on alone is what was
 * asked for.
 */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) child.kill('SIGTERM')
  }, 300).unref()
}

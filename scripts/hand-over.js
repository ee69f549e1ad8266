import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { compileCache, pinnedNode, root } from './bootstrap.js'

/** Goes on under the pinned Node: passes signals down and the exit code up. */
export function handOver(args) {
  const env = { ...process.env, ...compileCache() }
  // The channel tells the child when this process is killed, so that it never stays behind alone.
  const child = spawn(pinnedNode(), args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  endWithNpm(child)
}

/** A kill -9 of npm reaches nobody below it; without npm above, running on alone is what was asked for. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const above = ancestors()
  setInterval(() => {
    if (ancestors() !== above) child.kill('SIGTERM')
  }, 300).unref()
}

/** The shell that npm runs a script with, and npm itself. */
const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`

function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1]
  } catch {
    return ''
  }
}

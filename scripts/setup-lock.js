// Plain JavaScript for Node 20 and later.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until no other process holds `file`, takes it, and returns a function that releases it. Locks of dead
 * processes are ignored, even if their process id is in use again.
 */
export async function lock(file) {
  // A link appears atomically: nobody reads a lock without its owner.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${process.pid} ${beginOf(process.pid)}`)
  try {
    while (!takes(draft, file)) {
      if (isHeld(file)) await sleep(200)
      else rmSync(file, { force: true })
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => rmSync(file, { force: true })
}

function takes(draft, file) {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isHeld(file) {
  try {
    const [pid, begin = ''] = readFileSync(file, 'utf8').split(' ')
    return isAlive(Number(pid)) && beginOf(pid) === begin
  } catch (error) {
    // It has just been released.
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Start time of a process: containers and restarts reuse process ids. */
function beginOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]
  } catch {
    return ''
  }
}

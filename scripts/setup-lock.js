// Plain JavaScript for any Node from 20 on.
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until no other process holds `file`, takes it, and answers how to let go of it. What a process left behind that
 * is gone does not count, nor when its number belongs to another one by now.
 */
export async function lock(file) {
  // A link appears whole: nobody reads a lock that does not say yet whose it is.
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
    // It has just been let go of.
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

/** When a process began, by the clock of the machine: containers and restarts give the same numbers out again. */
function beginOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]
  } catch {
    return ''
  }
}

import { readFile } from 'node:fs/promises'

export interface ProcessUsage {
  memory_mb: number
  cpu_ms: number
}

/** Ticks per second in `/proc`: fixed at 100 for user space (proc(5)). */
const ticksPerSecond = 100

/** Resident memory and CPU time of a process; null if it ended or the system has no `/proc`. */
export async function processUsage(pid: number): Promise<ProcessUsage | null> {
  try {
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'latin1'),
      readFile(`/proc/${pid}/stat`, 'latin1'),
    ])
    const memory_kb = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
    // The second field is the program name in brackets, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { memory_mb: memory_kb / 1024, cpu_ms: (ticks * 1000) / ticksPerSecond }
  } catch {
    return null
  }
}

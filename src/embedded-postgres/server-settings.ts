import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** Bytes that this process and the server may use together: the machine's, or the container's where it has less. */
export function availableMemory(machine = totalmem(), container = process.constrainedMemory()) {
  return container > 0 && container < machine ? container : machine
}

/** `share` of the memory in whole megabytes, within bounds. */
function part(memory: number, share: number, [min, max]: [number, number]) {
  return `${Math.min(max, Math.max(min, Math.floor((memory * share) / mebibyte)))}MB`
}

/**
 * Settings that fit the machine, which the server shares with the product: an eighth of the memory for pages of its own,
 * and the assumption that the system keeps half of it as file cache. Bounds keep a small machine alive (512 MB) and a large
 * one modest: what is seldom read is cached by the system as well.
 */
export function memorySettings(memory: number): Record<string, string> {
  return {
    shared_buffers: part(memory, 1 / 8, [64, 1024]),
    effective_cache_size: part(memory, 1 / 2, [256, 65_536]),
    // Of each sort or hash table, of which each connection may have several.
    work_mem: part(memory, 1 / 512, [4, 32]),
    maintenance_work_mem: part(memory, 1 / 32, [32, 256]),
  }
}

/** Settings for short queries on the machine's memory, as arguments of the server. Durability stays as Postgres has it. */
export function serverSettings(
  ephemeral: boolean,
  archive: Record<string, string> = {},
  memory = availableMemory(),
): string[] {
  const chosen: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements are told to whoever sent them; here they would only carry people's data into the log.
    log_min_messages: 'log',
    max_connections: '100',
    ...memorySettings(memory),
    random_page_cost: '1.1',
    // Short queries on two cores gain nothing from compiling or from helpers, and containers keep /dev/shm small.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // Files of the log are used again instead of being created, and checkpoints come by time, not by size.
    min_wal_size: '256MB',
    max_wal_size: '1GB',
    wal_buffers: '16MB',
    checkpoint_timeout: '15min',
    ...archive,
    ...(ephemeral && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      max_connections: '300',
      shared_buffers: '128MB',
    }),
  }
  return Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

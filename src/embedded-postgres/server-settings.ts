import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** Bytes of memory for this process and the server: the machine's, or the container's if lower. */
export function availableMemory(machine = totalmem(), container = process.constrainedMemory()) {
  return container > 0 && container < machine ? container : machine
}

/** `share` of the memory in whole megabytes, within limits. */
function part(memory: number, share: number, [min, max]: [number, number]) {
  return `${Math.min(max, Math.max(min, Math.floor((memory * share) / mebibyte)))}MB`
}

/**
 * Memory settings for a machine that the server shares with the product: one eighth for shared buffers; the
 * system is assumed to use half as file cache. Limits suit small machines (512 MB) and keep large ones modest,
 * because the system caches rarely read pages too.
 */
export function memorySettings(memory: number): Record<string, string> {
  return {
    shared_buffers: part(memory, 1 / 8, [64, 1024]),
    effective_cache_size: part(memory, 1 / 2, [256, 65_536]),
    // Per sort or hash table; a connection may use several.
    work_mem: part(memory, 1 / 512, [4, 32]),
    maintenance_work_mem: part(memory, 1 / 32, [32, 256]),
  }
}

/** Settings for short queries as arguments of the server. Durability keeps its defaults. */
export function serverSettings(
  ephemeral: boolean,
  archive: Record<string, string> = {},
  memory = availableMemory(),
): string[] {
  const chosen: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statement errors are reported to the client; in the log they would expose people's data.
    log_min_messages: 'log',
    max_connections: '100',
    ...memorySettings(memory),
    random_page_cost: '1.1',
    // Short queries on two cores gain nothing from JIT or parallel workers, and containers have a small /dev/shm.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // WAL files are recycled, and checkpoints depend on time, not size.
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

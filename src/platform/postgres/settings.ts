/** Settings for a small machine with short queries, as arguments of the server. */
export function settings(ephemeral: boolean, archive: Record<string, string> = {}): string[] {
  const chosen: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Refused statements are told to whoever sent them; here they would only carry people's data into the log.
    log_min_messages: 'log',
    max_connections: '100',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    // Short queries on two cores gain nothing from compiling or from helpers, and containers keep /dev/shm small.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    max_wal_size: '1GB',
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

// Started by tests as a separate process that can be killed: an embedded Postgres with WAL archiving.
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'

const [dataDir = '', archiveTo = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDir, archiveTo })
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`)
// A process with an IPC channel ends with its parent.
process.on('disconnect', () => process.exit())
setInterval(() => {}, 60_000)

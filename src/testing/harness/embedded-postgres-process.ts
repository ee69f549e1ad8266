// Started by tests as a process of its own, which can be killed: an embedded Postgres that keeps its log for backups.
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'

const [dataDir = '', archiveTo = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDir, archiveTo })
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`)
// Whoever is started with a channel ends with its starter.
process.on('disconnect', () => process.exit())
setInterval(() => {}, 60_000)

/** Writes src/platform/database/database-types.ts from a freshly migrated database. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-types-'))
const server = await startEmbeddedPostgres({ dataDir, ephemeral: true, log: console })
try {
  await migrate(server.url, { appRolePassword: 'only for this moment' })
  const out = join(import.meta.dirname, '../src/platform/database/database-types.ts')
  execFileSync('kysely-codegen', ['--url', server.url, '--out-file', out], { stdio: 'inherit' })
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Writes docs/schema.md from a freshly migrated database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts'
import { declaredTables } from '../src/testing/table-owners/declared-tables.ts'
import { readSchema, schemaDocument } from './schema-document.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-schema-'))
const server = await startEmbeddedPostgres({ dataDir, ephemeral: true, log: console })
try {
  await migrate(server.url, { appRolePassword: 'only for this moment' })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const schema = await readSchema(client)
  await client.end()
  const file = join(import.meta.dirname, '../docs/schema.md')
  writeFileSync(file, schemaDocument(schema, await declaredTables()))
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

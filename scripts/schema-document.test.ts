import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { declaredTables } from '../src/testing/table-owners/declared-tables.ts'
import { readSchema, schemaDocument, type Schema } from './schema-document.ts'

const schema: Schema = {
  columns: [
    { table: 'notes', name: 'school_id', type: 'uuid', is_nullable: false },
    { table: 'notes', name: 'id', type: 'uuid', is_nullable: false },
    { table: 'notes', name: 'lesson_id', type: 'uuid', is_nullable: true },
    { table: 'notes', name: 'text', type: 'timestamp(3) tz', is_nullable: false },
  ],
  keys: [
    { table: 'notes', kind: 'primary', columns: ['school_id', 'id'], target: null },
    { table: 'notes', kind: 'foreign', columns: ['school_id', 'lesson_id'], target: 'lessons' },
  ],
}

test('draws the keys of a domain and lists its columns', () => {
  const document = schemaDocument(schema, [{ table: 'notes', domain: 'notes' }])
  expect(document.slice(document.indexOf('## notes'))).toBe(`## notes

\`\`\`mermaid
erDiagram
  notes {
    uuid school_id PK, FK
    uuid id PK
    uuid lesson_id FK
  }
  lessons |o--o{ notes : "lesson_id"
\`\`\`

| table | column | type | null | key |
|---|---|---|---|---|
| **notes** | school_id | uuid |  | PK, FK lessons |
|  | id | uuid |  | PK |
|  | lesson_id | uuid | yes | FK lessons |
|  | text | timestamp(3) tz |  |  |
`)
})

test('matches the migrated database', async () => {
  const client = new pg.Client({ connectionString: inject('templateUrl') })
  await client.connect()
  const current = await readSchema(client)
  await client.end()
  const document = readFileSync(join(import.meta.dirname, '../docs/schema.md'), 'utf8')
  expect(document, 'run `npm run docs:schema`').toBe(schemaDocument(current, await declaredTables()))
})

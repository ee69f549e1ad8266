import pg from 'pg'
import {
  isEncryptedWithCurrentKey,
  encrypt,
  decrypt,
  type EncryptedColumn,
  type EncryptionKeys,
} from '#platform/security/encryption.ts'

export interface ReencryptResult {
  reencrypted: number
  /** Values that the current secret had encrypted already. */
  unchanged: number
  /** Values that neither secret decrypts: imported from elsewhere, or their secret is lost. */
  unopened: string[]
}

interface ResealOptions {
  /** Connection URL of the owner. */
  url: string
  keys: EncryptionKeys
  columns: EncryptedColumn[]
  signal?: AbortSignal
}

/** Encrypts every value with the current secret, school by school, while the product runs. Safe to repeat. */
export async function reencryptColumns({
  url,
  keys,
  columns,
  signal,
}: ResealOptions): Promise<ReencryptResult> {
  const client = new pg.Client({ connectionString: url, application_name: 'lyceum reseal' })
  client.on('error', () => {})
  await client.connect()
  const done: ReencryptResult = { reencrypted: 0, unchanged: 0, unopened: [] }
  const each = async (scope: EncryptedColumn['scope'], school_id: string | null) => {
    signal?.throwIfAborted()
    await client.query('begin')
    if (school_id) await client.query(`set local app.school_id = '${school_id}'`)
    for (const column of columns)
      if (column.scope === scope) await resealColumn(client, { column, keys, school_id, done })
    await client.query('commit')
  }
  try {
    await each('global', null)
    const { rows } = await client.query<{ school_id: string }>('select school_id from school_directory')
    for (const { school_id } of rows) await each('tenant', school_id)
    return done
  } finally {
    await client.end()
  }
}

interface Work {
  column: EncryptedColumn
  keys: EncryptionKeys
  school_id: string | null
  done: ReencryptResult
}

async function resealColumn(client: pg.Client, { column: sealed, keys, school_id, done }: Work) {
  const { table, column, purpose } = sealed
  const names = [...(school_id ? ['school_id'] : []), ...sealed.keys]
  const inSchool = school_id ? `school_id = '${school_id}' and` : ''
  const { rows } = await client.query<Record<string, string> & { sealed: Buffer }>(
    `select ${names.map((name) => `${name}::text`).join(', ')}, ${column} as sealed
     from ${table} where ${inSchool} ${column} is not null for no key update`,
  )
  for (const { sealed: old, ...key } of rows) {
    if (isEncryptedWithCurrentKey(keys, old)) {
      done.unchanged++
      continue
    }
    const binding = { purpose, context: sealed.sealContext(key) }
    const text = opened(() => decrypt(keys, binding, old))
    if (text === null) {
      done.unopened.push(`${table}.${column} ${names.map((name) => key[name]).join(' ')}`)
      continue
    }
    const where = names.map((name, at) => `${name}::text = $${at + 2}`).join(' and ')
    const values = [encrypt(keys, binding, text), ...names.map((name) => key[name])]
    await client.query(`update ${table} set ${column} = $1 where ${inSchool} ${where}`, values)
    done.reencrypted++
  }
}

function opened(open: () => string) {
  try {
    return open()
  } catch {
    return null
  }
}

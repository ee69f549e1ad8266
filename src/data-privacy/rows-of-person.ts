import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DataSubject, PersonalRows } from '#tenancy/context/personal-data.ts'

const rowsAtOnce = 500

/** Condition for the person's rows in a table. Values are literals: a cursor takes no parameters. */
export function belongsToPerson(
  { personColumns, emailColumn }: PersonalRows,
  { id, email }: DataSubject,
): RawBuilder<boolean> {
  const fits = personColumns.map((column) => sql`${sql.ref(column)} = ${sql.lit(id)}`)
  if (emailColumn) fits.push(sql`lower(${sql.ref(emailColumn)}) = ${sql.lit(email)}`)
  return sql`(${sql.join(fits, sql` or `)})`
}

/** Yields the person's rows as JSON, one line each, with a cursor for any number of rows. */
export async function* rowsOfPerson(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  rows: PersonalRows,
  person: DataSubject,
): AsyncGenerator<Buffer> {
  const hidden = [...(rows.without ?? []), 'school_id'].map((column) => sql.lit(column))
  await sql`declare rows_of_person no scroll cursor for
    select (to_jsonb(r) - array[${sql.join(hidden)}]::text[])::text as line from ${sql.table(rows.table)} r
    where school_id = ${sql.lit(school_id)} and ${belongsToPerson(rows, person)}`.execute(tx)
  for (;;) {
    const page = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from rows_of_person`.execute(tx)
    if (page.rows.length === 0) break
    for (const { line } of page.rows) yield Buffer.from(`${line}\n`)
  }
  await sql`close rows_of_person`.execute(tx)
}

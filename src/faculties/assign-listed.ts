import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { assignPeople } from './assign.ts'
import type * as contract from './contract.ts'
import { parsePeopleList, type PeopleListLine } from './people-list.ts'

const atOnce = 500
/** Maximum number of unknown lines in the response. */
const maxReported = 100

/** Adds all listed people of the school, whatever their role. Returns the lines that match nobody. */
export async function assignPeopleFromList(
  ctx: Ctx,
  { faculty_id, list }: Input<typeof contract.assignPeopleFromList>,
): Promise<Reply<typeof contract.assignPeopleFromList>> {
  const lines = parsePeopleList(list)
  const people = await peopleIn(ctx, lines)
  const isMember = ({ email, codes }: PeopleListLine) =>
    email ? people.emails.has(email) : codes.some((code) => people.codes.has(code))
  const isHeading = (line: PeopleListLine, index: number) =>
    index === 0 && line.email === null && lines.length > 1
  const not_found = lines.filter((line, index) => !isMember(line) && !isHeading(line, index))
  let added = 0
  for (let at = 0; at < people.ids.length || at === 0; at += atOnce)
    added += (await assignPeople(ctx, { faculty_id, add: people.ids.slice(at, at + atOnce) })).added
  return {
    added,
    already_members: people.ids.length - added,
    not_found_count: not_found.length,
    not_found: not_found.slice(0, maxReported).map(({ line, text }) => ({ line, text })),
  }
}

async function peopleIn({ tx, school_id }: Ctx, lines: PeopleListLine[]) {
  const emails = lines.flatMap(({ email }) => email ?? [])
  const codes = lines.flatMap((line) => line.codes)
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('status', '<>', 'removed')
    .where((eb) =>
      eb.or([sql<boolean>`email = any(${emails}::text[])`, sql<boolean>`user_code = any(${codes}::text[])`]),
    )
    .select(['id', 'email', 'user_code'])
    .orderBy('id')
    .execute()
  return {
    ids: rows.map((row) => row.id),
    emails: new Set(rows.map((row) => row.email)),
    codes: new Set(rows.flatMap((row) => row.user_code ?? [])),
  }
}

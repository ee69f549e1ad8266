import { sql, type Selectable } from 'kysely'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import type { Database, Tx } from '#platform/database/database.server.ts'
import type { SchoolDirectory, Schools } from '#platform/database/database-types.ts'
import { activeCustomDomain } from '#tenancy/hosts/custom-domain.ts'

export type SchoolRow = Selectable<Schools> & {
  custom_domain: string | null
  /** The reseller's root domain, if active. */
  answering_root: string | null
}

type Reach = Pick<Ctx, 'tx' | 'school_id'>

export async function findSchoolRow({ tx, school_id }: Reach): Promise<SchoolRow | null> {
  const row = await tx.selectFrom('schools').where('school_id', '=', school_id).selectAll().executeTakeFirst()
  if (!row) return null
  const custom_domain = await activeCustomDomain({ tx, school_id })
  return { ...row, custom_domain, answering_root: await answeringRoot(tx, row) }
}

async function answeringRoot(tx: Tx, { whitelabel_referrer_root_domain: root_domain }: Selectable<Schools>) {
  if (root_domain === null) return null
  const reseller = await tx
    .selectFrom('resellers')
    .where('root_domain', '=', root_domain)
    .where('is_serving', '=', true)
    .select('root_domain')
    .executeTakeFirst()
  return reseller?.root_domain ?? null
}

/** Reads another school, in a transaction of that school. */
export const findSchoolRowById = (ctx: CtxWithoutTx, school_id: string) =>
  withReadOnlySchoolTx(ctx.db, school_id, (tx) => findSchoolRow({ tx, school_id }))

export async function isListed({ tx, school_id }: Reach) {
  const row = await tx
    .selectFrom('school_directory')
    .where('school_id', '=', school_id)
    .select('is_listed')
    .executeTakeFirst()
  return row?.is_listed ?? false
}

/** Updates the directory, which visitors search, together with the school. */
export async function updateDirectory({ tx, school_id }: Ctx, change: Partial<Selectable<SchoolDirectory>>) {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('school_directory').set(change).where('school_id', '=', school_id).execute()
}

/** Deletes a school that is being erased from the directory. */
export const deleteFromDirectory = (db: Database, school_id: string) =>
  db.deleteFrom('school_directory').where('school_id', '=', school_id).execute()

export interface AddressExceptions {
  /** The account that closed a school may reuse its address. */
  account_id?: string | null
}

/** Addresses of erased schools, which stay reserved for a while because links and mails still contain them. */
export function listRetiredAddresses(
  tx: Tx,
  candidates: { address: string; look: string }[],
  { account_id }: AddressExceptions = {},
) {
  const addresses = candidates.map(({ address }) => address)
  const looks = candidates.map(({ look }) => look)
  let visits = tx
    .selectFrom('school_closings')
    .where((eb) => eb.or([eb('school_url', 'in', addresses), eb('address_skeleton', 'in', looks)]))
    .where('erasing_at', 'is not', null)
    .where((eb) =>
      eb.or([eb('address_reserved_until', 'is', null), eb('address_reserved_until', '>', sql<Date>`now()`)]),
    )
    .select(['school_url', 'address_skeleton'])
  if (account_id) visits = visits.where('started_by', '<>', account_id)
  return visits.execute()
}

/** Which of these addresses are taken or look like a taken one. */
export async function listTakenAddresses(
  tx: Tx,
  candidates: { address: string; look: string }[],
  besides: AddressExceptions = {},
) {
  if (candidates.length === 0) return { addresses: new Set<string>(), skeletons: new Set<string>() }
  const rows = await tx
    .selectFrom('school_directory')
    .where((eb) =>
      eb.or([
        eb(
          'school_url',
          'in',
          candidates.map((candidate) => candidate.address),
        ),
        eb(
          'address_skeleton',
          'in',
          candidates.map((candidate) => candidate.look),
        ),
      ]),
    )
    .select(['school_url', 'address_skeleton'])
    .execute()
  const retired = await listRetiredAddresses(tx, candidates, besides)
  const all = [...rows, ...retired]
  return {
    addresses: new Set(all.map((row) => row.school_url)),
    skeletons: new Set(all.flatMap((row) => row.address_skeleton ?? [])),
  }
}

/** Searches the directory by words, with a rank. The threshold of the transaction applies. */
export async function searchDirectory({ tx, brand }: Ctx, words: string) {
  const text = sql<string>`fold_text(name || ' ' || school_url)`
  const foldedWords = sql<string>`fold_text(${words})`
  const score = sql<number>`(case when school_url = ${foldedWords} then 30000 when fold_text(name) = ${foldedWords} then 20000
    when fold_text(name) like ${beginsWith(words)} then 10000 else 0 end
    + round(word_similarity(${foldedWords}, ${text}) * 10000))::int`
  const listed = tx
    .selectFrom('school_directory')
    .where('is_listed', '=', true)
    .where('root_domain', '=', brand.key)
    .selectAll()
    .select(score.as('score'))
  if (words.length < 3) return listed.where(sql<boolean>`fold_text(name) like ${beginsWith(words)}`)
  await sql`set local pg_trgm.word_similarity_threshold = 0.45`.execute(tx)
  return listed.where(sql<boolean>`${foldedWords} <% ${text}`)
}

const beginsWith = (words: string) => sql<string>`fold_text(${words.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`

/** The currency of a school as ISO 4217 code; undefined for an unknown school. */
export const findSchoolCurrency = async (ctx: Pick<Ctx, 'tx' | 'school_id'>) =>
  (await findSchoolMarket(ctx))?.currency

/** Currency and time zone of the school of a transaction; null for a deleted school. */
export async function findSchoolMarket({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) {
  const row = await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select(['currency_code', 'time_zone'])
    .executeTakeFirst()
  return row ? { currency: row.currency_code.trim().toUpperCase(), time_zone: row.time_zone } : null
}

/** Locks the row of a school, so that concurrent changes of what is numbered or limited in it run one after the other. */
export const lockSchool = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx.selectFrom('schools').where('school_id', '=', school_id).select('school_id').forNoKeyUpdate().execute()

import pg from 'pg'
import { checkDomainJob, domainJobKey } from '#custom-domains/index.ts'
import { addressError, addressSkeleton, reservedAddressError, normalizeAddress } from '#schools/index.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { UsageError } from '../command.ts'
import {
  listAppliedMigrations,
  quoteIdentifiers,
  listTenantTables,
  type QueryClient,
  type TenantTable,
} from './catalogue.ts'
import type { ArchiveManifest } from './format.ts'
import { importFiles, deleteFiles } from './import-files.ts'
import { openSchoolArchive, type SchoolArchive } from './open-archive.ts'
import { importOwners, findResellerRoot } from './owners.ts'
import { stageTable } from './stage-table.ts'

interface ImportOptions {
  /** Connection URL of the owner. */
  url: string
  storage: Storage
  from: string
  /** Another address for the school. */
  schoolUrl?: string | undefined
  /** Replaces the current rows of the school. */
  replace?: boolean
}

export interface ImportResult {
  school_id: string
  school_url: string
  rows: number
  files: number
}

/** Imports a school from its archive, as a new one or in place of itself, in one transaction. */
export async function importSchool({
  url,
  storage,
  from,
  schoolUrl,
  replace = false,
}: ImportOptions): Promise<ImportResult> {
  const archive = await openSchoolArchive(from)
  const client = new pg.Client({ connectionString: url, application_name: 'lyceum school import' })
  client.on('error', () => {})
  try {
    await client.connect()
    const school = await findImportTarget(client, archive.manifest, { as: schoolUrl, replace })
    const brought = await importFiles(archive, storage, school.school_id)
    try {
      const rows = await bringRows(client, archive, { ...school, replace })
      return { ...school, rows, files: archive.manifest.files.length }
    } catch (error) {
      if (!replace) await deleteFiles(storage, brought)
      throw error
    }
  } finally {
    await client.end()
    archive.close()
  }
}

interface ImportedSchool {
  school_id: string
  school_url: string
}

/** Id and address of the imported school. */
async function findImportTarget(
  client: pg.Client,
  { school_id, school_url, migrations }: ArchiveManifest,
  { as, replace }: { as: string | undefined; replace: boolean },
): Promise<ImportedSchool> {
  const appliedNames = new Set(await listAppliedMigrations(asking(client)))
  const unknown = migrations.filter((name) => !appliedNames.has(name))
  if (unknown.length > 0)
    throw new UsageError(`The archive comes from a newer version. Unknown here: ${unknown.join(', ')}.`)
  const there = await client.query<{ school_id: string; school_url: string }>(
    `select school_id, school_url from school_directory where school_id = $1`,
    [school_id],
  )
  const before = there.rows[0]
  if (replace) {
    if (as !== undefined) throw new UsageError('A restored school keeps its address. Remove --as.')
    if (!before)
      throw new UsageError('This school does not exist here, so it cannot be replaced. Remove --replace.')
    return before
  }
  const address = normalizeAddress(as ?? school_url)
  if (as !== undefined && (addressError(address) ?? reservedAddressError(address)))
    throw new UsageError(`${address} is not a valid school address.`)
  const taken = await client.query(
    'select from school_directory where school_url = $1 union all select from school_hosts where host = $1',
    [address],
  )
  if (taken.rowCount)
    throw new UsageError(`The address ${address} is already in use. Set another one with --as.`)
  return { school_id: before ? newId() : school_id, school_url: address }
}

/** Loads all rows into temporary tables first, then writes them in one short transaction. */
async function bringRows(
  client: pg.Client,
  archive: SchoolArchive,
  target: ImportedSchool & { replace: boolean },
): Promise<number> {
  const { manifest } = archive
  const { school_id } = target
  const tables = await listTenantTables(asking(client))
  const rows = await stageRows(client, archive, { tables, school_id })
  await ensureOwnFiles(client, manifest, school_id)
  const root = await findResellerRoot(client)
  await client.query('begin')
  try {
    await client.query(`set local app.school_id = '${school_id}'`)
    if (target.replace) await clear(client, tables, school_id)
    const owners = await importOwners(client, root, manifest.owners)
    await insertStagedRows(client, inOrder(tables, manifest))
    await updateOwnerAccounts(client, school_id, owners.changed)
    await registerSchool(client, manifest, { ...target, account_ids: owners.ids })
    await client.query('select notify_change($1)', [school_id])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  return rows
}

type TenantTables = Awaited<ReturnType<typeof listTenantTables>>

/** Loads the rows of an archive into temporary tables; returns how many they are. */
async function stageRows(
  client: pg.Client,
  archive: SchoolArchive,
  { tables, school_id }: { tables: TenantTables; school_id: string },
) {
  const tablesByName = new Map(
    tables.flatMap((table) => (table.isTicket ? [] : [[table.name, table] as const])),
  )
  const unknown = archive.manifest.tables.find(({ name }) => !tablesByName.has(name))
  if (unknown) throw new UsageError(`The archive contains ${unknown.name}, which is not a school table.`)
  let rows = 0
  for (const declared of archive.manifest.tables) {
    await stageTable(client, archive, { declared, table: tablesByName.get(declared.name)!, school_id })
    rows += declared.rows
  }
  return rows
}

async function insertStagedRows(client: pg.Client, declaredTables: ArchiveManifest['tables']) {
  for (const declared of declaredTables) {
    const [name, columns] = [declared.name, quoteIdentifiers(declared.columns)]
    await client.query(
      `insert into "${name}" (${columns}) overriding system value select ${columns} from pg_temp."stage_${name}"`,
    )
  }
}

/** Points the owners' users to the accounts of this installation. */
async function updateOwnerAccounts(
  client: pg.Client,
  school_id: string,
  changed: Awaited<ReturnType<typeof importOwners>>['changed'],
) {
  for (const [before, now] of changed)
    await client.query('update users set account_id = $3 where school_id = $1 and account_id = $2', [
      school_id,
      before,
      now,
    ])
}

/** Writes what the platform stores about a school: e-mail index, directory, domains, owners and audit log. */
async function registerSchool(
  client: pg.Client,
  manifest: ArchiveManifest,
  {
    school_id,
    school_url,
    replace,
    account_ids,
  }: ImportedSchool & { replace: boolean; account_ids: string[] },
) {
  await client.query(
    `insert into school_email_index (email_hash, school_id)
     select distinct sha256(convert_to(lower(btrim(email)), 'UTF8')), school_id from users where school_id = $1
     on conflict do nothing`,
    [school_id],
  )
  if (!replace) await list(client, { school_id, school_url, is_listed: manifest.directory.is_listed })
  await proveDomainsAnew(client, school_id, replace)
  for (const account_id of account_ids)
    await client.query(
      'insert into account_schools (account_id, school_id) values ($1, $2) on conflict do nothing',
      [account_id, school_id],
    )
  await client.query(
    `insert into audit_log (school_id, id, actor_id, actor_role, action, subject_type, subject_id, request_id)
     values ($1, $2, $3, 'system', $4, 'school', $5, 'operations')`,
    [school_id, newId(), PLATFORM_ID, replace ? 'school.put_back' : 'school.imported', school_id],
  )
}

/** A row with a file below another school's prefix would give this school access to it. */
async function ensureOwnFiles(client: pg.Client, { tables }: ArchiveManifest, school_id: string) {
  if (!tables.some(({ name }) => name === 'uploads')) return
  const strange = await client.query(
    'select from pg_temp.stage_uploads where left(object_key, 37) <> $1 limit 1',
    [`${school_id}/`],
  )
  if (strange.rowCount) throw new UsageError('The archive refers to files of another school.')
}

/** In the order of this database, with the columns of the archive. */
const inOrder = (tables: TenantTable[], manifest: ArchiveManifest) =>
  tables.flatMap(({ name }) => manifest.tables.filter((declared) => declared.name === name))

/**
 * Custom domains that were verified elsewhere must be verified again before they work here. A school restored in
 * place keeps its active hosts.
 */
async function proveDomainsAnew(client: pg.Client, school_id: string, replace: boolean) {
  if (!replace)
    await client.query(
      `update custom_domains set state = 'pending', problem = null, found_records = '{}', checked_at = null,
         verified_at = null, failing_since = null where school_id = $1`,
      [school_id],
    )
  const { rows } = await client.query<{ id: string }>('select id from custom_domains where school_id = $1', [
    school_id,
  ])
  for (const { id } of rows)
    await client.query('select enqueue_job($1, $2::json, $3, now(), 5, $4, 0)', [
      checkDomainJob.name,
      JSON.stringify({ domain_id: id }),
      '0',
      domainJobKey(id),
    ])
}

/** Deletes referencing tables first. Sessions end with this. */
async function clear(client: pg.Client, tables: TenantTable[], school_id: string) {
  for (const { name } of tables.toReversed())
    await client.query(`delete from "${name}" where school_id = $1`, [school_id])
}

async function list(
  client: pg.Client,
  { school_id, school_url, is_listed }: ImportedSchool & { is_listed: boolean },
) {
  await client.query('update schools set school_url = $2 where school_id = $1', [school_id, school_url])
  await client.query('insert into school_hosts (host, school_id) values ($1, $2)', [school_url, school_id])
  await client.query(
    `insert into school_directory (school_id, school_url, name, tagline, country, is_listed, created_at, plan_name, has_reseller, root_domain, address_skeleton)
     select school_id, school_url, name, tagline, country, $2, created_at, plan_name, whitelabel_referrer_root_domain is not null,
       coalesce(whitelabel_referrer_root_domain, ''),
       case when exists (select from school_directory where address_skeleton = $3) then null else $3 end
     from schools where school_id = $1`,
    [school_id, is_listed, addressSkeleton(school_url)],
  )
  await client.query(
    `insert into certificate_addresses (certificate_id, school_id)
     select id, school_id from certificates where school_id = $1 on conflict do nothing`,
    [school_id],
  )
}

const asking = (client: pg.Client): QueryClient => ({
  query: (text, values) => client.query(text, values) as never,
})

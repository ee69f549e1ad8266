import { sql } from 'kysely'
import type { Ctx, CtxWithoutTx, Reactions } from '#tenancy/context/request-context.ts'
import { compileOnce } from '#platform/database/compile-once.ts'
import { readInSchool } from '#tenancy/database/school-tx.ts'
import type { Tx } from '#platform/database/database.server.ts'
import { facultyLookup } from './faculty-lookup.ts'
import { normalizeEmail, normalizeLoginName } from './login-name.ts'
import type { LoginRole } from './roles.ts'
import type { UserRow } from './user-details-view.ts'

/**
 * Finds the person of a login role by address or user code; both are unique there. Removed people are not found.
 */
export function findUserByCode(ctx: Ctx, kind: LoginRole, user_code: string): Promise<UserRow | undefined> {
  return byLoginName(ctx, kind, user_code).selectAll().executeTakeFirst()
}

/**
 * The same with faculties and credentials (an owner's are the account's). One statement for all cases, so that
 * its duration reveals nothing.
 */
export async function findLoginUser(
  { db, school_id, reactions }: CtxWithoutTx,
  kind: LoginRole,
  user_code: string,
) {
  const name = normalizeLoginName(user_code)
  const { byEmail, byCode } = loginStatements(reactions)
  const statement = (name.includes('@') ? byEmail : byCode).compile(db, { school_id, kind, name })
  const [row] = await readInSchool(db, school_id, statement)
  return row && loginUserFromRow(row)
}

/** The same for all login roles: at most one person for each. */
export async function findLoginUsers(
  { db, school_id, reactions }: CtxWithoutTx,
  user_code: string,
): Promise<LoginUser[]> {
  const name = normalizeLoginName(user_code)
  const { allByEmail, allByCode } = loginStatements(reactions)
  const statement = (name.includes('@') ? allByEmail : allByCode).compile(db, { school_id, kind: '', name })
  const rows = await readInSchool(db, school_id, statement)
  return rows.map(loginUserFromRow)
}

type LoginUserRow = Awaited<ReturnType<ReturnType<typeof createLoginStatements>['byEmail']>>[number]

function loginUserFromRow({
  faculties,
  account_password_hash,
  account_totp_confirmed_at,
  ...user
}: LoginUserRow) {
  const credentials = user.account_id
    ? { password_hash: account_password_hash, totp_confirmed_at: account_totp_confirmed_at }
    : { password_hash: user.password_hash, totp_confirmed_at: user.totp_confirmed_at }
  return { user: user satisfies UserRow, faculties, credentials }
}
export type LoginUser = ReturnType<typeof loginUserFromRow>

interface LoginName {
  school_id: string
  /** Not read by the statements for all login roles. */
  kind: LoginRole | ''
  /** Normalised address or user code. */
  name: string
}

/** Cached per list of reactions, which provides the slot: a process has one. */
const statementsOf = new WeakMap<Reactions, ReturnType<typeof createLoginStatements>>()

function loginStatements(reactions: Reactions) {
  const statements = statementsOf.get(reactions) ?? createLoginStatements(reactions)
  statementsOf.set(reactions, statements)
  return statements
}

function createLoginStatements(reactions: Reactions) {
  const { ofUser } = reactions.slot(facultyLookup)
  const by = (column: 'u.email' | 'u.user_code', { all = false } = {}) =>
    compileOnce((tx, { school_id, kind, name }: LoginName) =>
      tx
        // Materialized: Citus reads the user on one shard, and then the account on the coordinator.
        .with(
          (cte) => cte('person').materialized(),
          () =>
            loginUsers(tx, school_id, all ? allLoginRoles : kind)
              .where(column, '=', name)
              .select(userColumns)
              .select(ofUser.as('faculties')),
        )
        .selectFrom('person')
        .leftJoin('accounts as a', 'a.id', 'person.account_id')
        .selectAll('person')
        .select([
          'a.password_hash as account_password_hash',
          'a.totp_confirmed_at as account_totp_confirmed_at',
        ]),
    )
  return {
    byEmail: by('u.email'),
    byCode: by('u.user_code'),
    allByEmail: by('u.email', { all: true }),
    allByCode: by('u.user_code', { all: true }),
  }
}

function byLoginName({ tx, school_id }: Ctx, kind: LoginRole, user_code: string) {
  const name = normalizeLoginName(user_code)
  return loginUsers(tx, school_id, kind).where(name.includes('@') ? 'u.email' : 'u.user_code', '=', name)
}

const allLoginRoles = sql<LoginRole>`any(array['student', 'teacher', 'admin'])`

const loginUsers = (tx: Tx, school_id: string, kind: LoginRole | '' | typeof allLoginRoles) =>
  tx
    .selectFrom('users as u')
    .where('u.school_id', '=', school_id)
    // Must equal the expression of the index `users_login`.
    .where(sql<string>`(case role when 'account_user' then 'admin' else role end)`, '=', kind)
    .where('u.status', '<>', 'removed')

const userColumns = [
  'u.school_id',
  'u.id',
  'u.role',
  'u.status',
  'u.email',
  'u.email_verified_at',
  'u.user_code',
  'u.account_id',
  'u.password_hash',
  'u.name',
  'u.first_name',
  'u.last_name',
  'u.country',
  'u.phone',
  'u.bio',
  'u.avatar_upload_id',
  'u.language',
  'u.time_zone',
  'u.colour_scheme',
  'u.custom_auth_input',
  'u.registration_question_labels',
  'u.accepted_terms_version',
  'u.accepted_privacy_version',
  'u.consented_purposes',
  'u.totp_secret',
  'u.totp_step',
  'u.totp_confirmed_at',
  'u.recovery_codes',
  'u.erase_at',
  'u.erased_at',
  'u.last_seen_at',
  'u.created_at',
  'u.updated_at',
] as const

export function findUser({ tx, school_id }: Ctx, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .selectAll()
    .executeTakeFirst()
}

/** The same, locked until commit, so that the result of a policy stays true. */
export function lockUser({ tx, school_id }: Ctx, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

/** Ids of the active owners, locked until commit: of two owners who suspend each other, one is refused. */
export async function listActiveOwnerIds({ tx, school_id }: Ctx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** Registration settings of the school. */
export function getRegistrationSettings({ tx, school_id }: Ctx) {
  return tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select(['allow_student_registration', 'allow_teacher_registration', 'registration_fields', 'school_no'])
    .select(['allow_magic_link_registration', 'terms_version', 'privacy_version'])
    .executeTakeFirstOrThrow()
}

export function findAccount({ tx }: Pick<Ctx, 'tx'>, id: string) {
  return tx.selectFrom('accounts').where('id', '=', id).selectAll().executeTakeFirst()
}

/** The account with this address at the current root: accounts of other roots are not found. */
export function findAccountByEmail({ tx, brand }: Pick<Ctx, 'tx' | 'brand'>, email: string) {
  return tx
    .selectFrom('accounts')
    .where('root_domain', '=', brand.key)
    .where('email', '=', normalizeEmail(email))
    .selectAll()
    .executeTakeFirst()
}

/**
 * Credentials of a first step (an owner's are the account's): password hash, and whether there is a second
 * factor.
 */
export async function getCredentials(ctx: Ctx, user: UserRow | undefined) {
  const behind = user?.account_id ? ((await findAccount(ctx, user.account_id)) ?? null) : null
  const stored = user?.account_id ? behind?.password_hash : user?.password_hash
  return { behind, stored: stored ?? null }
}

/** Password hash of a user; an owner's is the account's. */
export const getPasswordHash = async (ctx: Ctx, user: UserRow | undefined) =>
  (await getCredentials(ctx, user)).stored

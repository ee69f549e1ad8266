import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Holder of a factor: a user, or for an owner the account, whose factor works in all its schools. */
export interface FactorHolder {
  id: string
  is_account: boolean
  school_id: string
}

/** Who owns the second factor of a person: the owner account if there is one, otherwise the user. */
export const factorHolder = (
  school_id: string,
  person: { id: string; account_id: string | null },
): FactorHolder => ({
  id: person.account_id ?? person.id,
  is_account: person.account_id !== null,
  school_id,
})

export interface StoredFactor {
  totp_secret: Buffer | null
  totp_confirmed_at: Date | null
  totp_step: number
  recovery_codes: Buffer[]
}

const table = ({ is_account }: FactorHolder) => (is_account ? sql`accounts` : sql`users`)
const ownedBy = ({ id, is_account, school_id }: FactorHolder) =>
  is_account ? sql`id = ${id}` : sql`school_id = ${school_id} and id = ${id}`

export async function getFactor(
  { tx }: Pick<Ctx, 'tx'>,
  holder: FactorHolder,
): Promise<StoredFactor | undefined> {
  const { rows } = await sql<StoredFactor>`
    select totp_secret, totp_confirmed_at, totp_step, recovery_codes from ${table(holder)}
    where ${ownedBy(holder)}`.execute(tx)
  return rows[0]
}

/** Updates the factor if `condition` still holds; of several concurrent calls exactly one returns true. */
export async function updateFactor(
  { tx }: Pick<Ctx, 'tx'>,
  holder: FactorHolder,
  change: { set: RawBuilder<unknown>; where?: RawBuilder<unknown> },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${table(holder)} set ${change.set}
    where ${ownedBy(holder)} and ${change.where ?? sql`true`}`.execute(tx)
  return numAffectedRows === 1n
}

/** Context that the encrypted secret is bound to. */
export const sealingContext = ({ id, is_account, school_id }: FactorHolder) =>
  is_account ? `account/${id}` : `${school_id}/${id}`

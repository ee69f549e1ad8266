import { sql } from 'kysely'
import type { TaxRate } from '#lib/money/tax.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './tax-contract.ts'
import { maxTaxBasisPoints, noTax, type TaxRules } from './tax-terms.ts'

/** How the school taxes its sales; a school without settings charges no tax. */
export async function getTaxSettings({ tx, school_id }: Ctx): Promise<TaxRules> {
  const row = await tx
    .selectFrom('tax_settings')
    .where('school_id', '=', school_id)
    // updateTaxSettings writes the rates.
    .select(['mode', sql<TaxRate[]>`rates`.as('rates'), 'reverse_charge_text'])
    .select(['withholding_name', 'withholding_basis_points'])
    .executeTakeFirst()
  if (!row) return noTax
  const { mode, rates, reverse_charge_text, withholding_name: name, withholding_basis_points: points } = row
  return {
    mode: mode as TaxRules['mode'],
    rates,
    reverse_charge_text,
    withholding: name === null || points === null ? null : { name, basis_points: points },
  }
}

export async function updateTaxSettings(
  ctx: Ctx,
  { mode, rates, reverse_charge_text, withholding }: Input<typeof contract.updateTaxSettings>,
): Promise<Reply<typeof contract.updateTaxSettings>> {
  if (mode !== 'none' && rates.length === 0) throw new Refusal('tax_rates_missing')
  const sum = rates.reduce((total, { basis_points }) => total + basis_points, 0)
  if (sum > maxTaxBasisPoints) throw new Refusal('tax_rates_too_high')
  const { tx, school_id, now } = ctx
  const row = {
    mode,
    rates: JSON.stringify(rates),
    reverse_charge_text,
    withholding_name: withholding?.name ?? null,
    withholding_basis_points: withholding?.basis_points ?? null,
    updated_at: now,
  }
  await tx
    .insertInto('tax_settings')
    .values({ school_id, ...row })
    .onConflict((oc) => oc.column('school_id').doUpdateSet(row))
    .execute()
  await ctx.audit('tax_settings.updated', ['school', school_id], {})
  ctx.invalidateSchool()
  return getTaxSettings(ctx)
}

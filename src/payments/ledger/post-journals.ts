import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Journal, LedgerAccount, Posting } from './postings.ts'

interface JournalSource {
  source_type: 'payment' | 'refund' | 'dispute' | 'affiliate_payout'
  source_id: string
  currency: string
}

/** Writes journals of one source. A journal that exists already, by source and kind, stays as it is. */
export async function postJournals(
  { tx, school_id, now }: Ctx,
  source: JournalSource,
  journals: readonly Journal[],
): Promise<void> {
  const rows = journals
    .filter(({ postings }) => postings.length > 0)
    .map(({ kind, postings }) => ({
      school_id,
      id: newId(),
      ...source,
      kind,
      accounts: postings.map(({ account }) => account),
      amounts: postings.map(({ amount }) => amount),
      posted_at: now,
    }))
  if (rows.length === 0) return
  await tx
    .insertInto('ledger_journals')
    .values(rows)
    .onConflict((oc) => oc.columns(['school_id', 'source_type', 'source_id', 'kind']).doNothing())
    .execute()
}

/** The postings of a journal; null if it does not exist. */
export async function findPostings(
  { tx, school_id }: Ctx,
  { source_type, source_id, kind }: Omit<JournalSource, 'currency'> & { kind: string },
): Promise<Posting[] | null> {
  const row = await tx
    .selectFrom('ledger_journals')
    .where('school_id', '=', school_id)
    .where('source_type', '=', source_type)
    .where('source_id', '=', source_id)
    .where('kind', '=', kind)
    .select(['accounts', 'amounts'])
    .executeTakeFirst()
  if (!row) return null
  return row.accounts.map((account, index) => ({
    account: account as LedgerAccount,
    amount: Number(row.amounts[index]),
  }))
}

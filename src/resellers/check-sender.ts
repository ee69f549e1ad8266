import { lookUpOwnershipRecord } from '#custom-domains/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { senderDomain } from './policy.ts'
import type { ResellerRow } from './queries.ts'

type Sent = Pick<ResellerRow, 'root_domain' | 'mail_sender_address' | 'mail_proof'>
type Found = Awaited<ReturnType<typeof lookUpSender>>

/** What DNS says of the domain that mail is to come from; null where the proof of the root domain says it. */
export async function lookUpSender(config: Config, row: Sent) {
  const domain = senderDomain({ root_domain: row.root_domain, address: row.mail_sender_address })
  if (domain === null) return null
  return { domain, ...(await lookUpOwnershipRecord(config, { domain, proof: row.mail_proof })) }
}

/** What follows for the sender. Nothing where another address was written while DNS was asked. */
export async function updateSenderVerification(
  ctx: Ctx,
  row: ResellerRow,
  now: { sender: Found; root: boolean | null },
) {
  const { id, root_domain, mail_proven } = row
  const domain = senderDomain({ root_domain, address: row.mail_sender_address })
  if (domain !== (now.sender?.domain ?? null)) return false
  const proven = (now.sender ? now.sender.proven : now.root) ?? mail_proven
  await ctx.tx
    .updateTable('resellers')
    .set({ mail_proven: proven, mail_problem: now.sender?.problem ?? null })
    .set({ mail_found: now.sender?.found ?? [] })
    .where('id', '=', id)
    .execute()
  if (proven === mail_proven) return false
  const address = row.mail_sender_address
  await ctx.audit(proven ? 'reseller.sender_proven' : 'reseller.sender_lost', ['reseller', id], { address })
  return true
}

/** Another sender is proven anew; one below a root that is proven needs nothing more. */
export function senderColumns(
  { root_domain, mail_sender_address, domain_state }: ResellerRow,
  proof: string,
) {
  const domain = senderDomain({ root_domain, address: mail_sender_address })
  const proven = domain === null && (domain_state === 'verified' || domain_state === 'active')
  return { mail_proof: proof, mail_proven: proven, mail_problem: null, mail_found: [] }
}

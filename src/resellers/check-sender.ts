import { lookUpOwnershipRecord } from '#custom-domains/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { senderDomain } from './policy.ts'
import type { ResellerRow } from './queries.ts'

type Sent = Pick<ResellerRow, 'root_domain' | 'mail_sender_address' | 'mail_verification_record'>
type Found = Awaited<ReturnType<typeof lookUpSender>>

/** DNS result for the sender's domain; null if the record of the root domain verifies it. */
export async function lookUpSender(config: Config, row: Sent) {
  const domain = senderDomain({ root_domain: row.root_domain, address: row.mail_sender_address })
  if (domain === null) return null
  return {
    domain,
    ...(await lookUpOwnershipRecord(config, { domain, verification_record: row.mail_verification_record })),
  }
}

/** Records the sender's verification. Does nothing if the address changed during the check. */
export async function updateSenderVerification(
  ctx: Ctx,
  row: ResellerRow,
  now: { sender: Found; root: boolean | null },
) {
  const { id, root_domain, is_mail_verified } = row
  const domain = senderDomain({ root_domain, address: row.mail_sender_address })
  if (domain !== (now.sender?.domain ?? null)) return false
  const is_verified = (now.sender ? now.sender.is_verified : now.root) ?? is_mail_verified
  await ctx.tx
    .updateTable('resellers')
    .set({ is_mail_verified: is_verified, mail_domain_problem: now.sender?.problem ?? null })
    .set({ mail_found_records: now.sender?.found_records ?? [] })
    .where('id', '=', id)
    .execute()
  if (is_verified === is_mail_verified) return false
  const address = row.mail_sender_address
  await ctx.audit(is_verified ? 'reseller.sender_verified' : 'reseller.sender_lost', ['reseller', id], {
    address,
  })
  return true
}

/** A new sender must be verified; one below a verified root is verified with it. */
export function senderColumns(
  { root_domain, mail_sender_address, domain_state }: ResellerRow,
  verification_record: string,
) {
  const domain = senderDomain({ root_domain, address: mail_sender_address })
  const is_verified = domain === null && (domain_state === 'verified' || domain_state === 'active')
  return {
    mail_verification_record: verification_record,
    is_mail_verified: is_verified,
    mail_domain_problem: null,
    mail_found_records: [],
  }
}

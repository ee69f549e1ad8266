import { originFor } from '#platform/config/config.ts'
import { hashToken, signHmac } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/**
 * The code in the link of a seat or of a join link, 256 bits. It is derived from the row's id with the secret of the
 * application, so that its buyer can copy the link again although only the hash is stored.
 */
export const seatCode = ({ config, school_id }: Pick<Ctx, 'config' | 'school_id'>, id: string): string =>
  signHmac(config.appSecret, 'seat-code', school_id, id)

/** What is stored of a code. */
export const hashOfSeatCode = (ctx: Pick<Ctx, 'config' | 'school_id'>, id: string): Buffer =>
  hashToken(seatCode(ctx, id))

/** Address of the page on which a person takes a seat; null if the code was made with an earlier secret. */
export function seatLink(
  ctx: Pick<Ctx, 'config' | 'school_id' | 'school'>,
  { id, code_hash }: { id: string; code_hash: Buffer | null },
): string | null {
  const code = seatCode(ctx, id)
  if (!ctx.school || !code_hash || !hashToken(code).equals(code_hash)) return null
  return `${originFor(ctx.config, ctx.school.host)}/redeem?code=${code}`
}

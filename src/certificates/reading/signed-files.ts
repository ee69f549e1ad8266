import { signHmac, verifyHmac } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

type SigningContext = Pick<Ctx, 'config' | 'now'>

/** How long a link to a hidden certificate is valid: an image is loaded and a file downloaded at once. */
const lifeSeconds = 6 * 3600

const signature = ({ config }: Pick<Ctx, 'config'>, id: string, expires: string) =>
  signHmac(config.appSecret, 'certificate file', id, expires)

/** The query that lets a link open a hidden certificate for some hours. */
export function signFile(ctx: SigningContext, id: string): string {
  const expires = String(Math.floor(ctx.now.getTime() / 1000) + lifeSeconds)
  return `?${new URLSearchParams({ expires, signature: signature(ctx, id, expires) })}`
}

/** Whether a query was signed for this certificate and has not expired. */
export function isSignedFile(
  { config, now }: SigningContext,
  id: string,
  query: Record<string, unknown>,
): boolean {
  const { expires, signature: given } = query
  if (typeof expires !== 'string' || typeof given !== 'string' || !/^\d{1,12}$/.test(expires)) return false
  return (
    Number(expires) * 1000 > now.getTime() &&
    verifyHmac(given, config.appSecret, 'certificate file', id, expires)
  )
}

import type { Ctx, LegalKind } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { textOfVersion, versionsOf } from './queries.ts'
import { textsInForce } from './texts-in-force.ts'

const mostVersions = 100

export async function listTexts({ config, school }: Ctx): Promise<Reply<typeof contract.listTexts>> {
  const { legal, ...rest } = school!
  const versions = { terms: legal.terms.version, privacy: legal.privacy.version }
  return { data: textsInForce(config, rest, versions) }
}

export async function showText(
  ctx: Ctx,
  { kind, version }: Input<typeof contract.showText>,
): Promise<Reply<typeof contract.showText>> {
  const versions = await versionsOf(ctx, kind)
    .select(['version', 'published_at'])
    .orderBy('version', 'desc')
    .limit(mostVersions)
    .execute()
  const newest = found(versions[0]).version
  const row = await versionsOf(ctx, kind)
    .where('version', '=', version ?? newest)
    .selectAll()
    .executeTakeFirst()
  const text = textOfVersion(found(row))
  return { kind: kind as LegalKind, ...text, is_current: text.version === newest, versions }
}

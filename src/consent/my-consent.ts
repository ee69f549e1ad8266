import type { Ctx, LegalKind } from '#platform/context.ts'
import { found, Refusal } from '#platform/refusal.ts'
import type { Input, Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'
import { currentConsents } from './consents.ts'
import { acceptedVersion, mustAccept } from './policy.ts'
import { acceptancesOf, acceptedBy, standingNow, textOfVersion, versionsOf } from './queries.ts'
import { recordAcceptances } from './record-acceptances.ts'
import { textsInForce } from './texts-in-force.ts'

/** Notes of earlier versions that somebody is told at most. */
const mostNotes = 20

export async function myConsent(ctx: Ctx): Promise<Reply<typeof contract.myConsent>> {
  // Who visits for the platform's support is no user, and accepts nothing.
  if (ctx.actor.support) return { to_accept: [], accepted: [], consents: [] }
  const person = await acceptedBy(ctx, ctx.actor.id)
  const to_accept = []
  for (const kind of mustAccept(await standingNow(ctx), person))
    to_accept.push(await toAccept(ctx, kind, acceptedVersion(person, kind)))
  return {
    to_accept,
    accepted: await acceptancesOf(ctx, ctx.actor.id, 100),
    consents: await currentConsents(ctx, ctx.actor.id),
  }
}

/** The version in force, with what is new since the one that was accepted, the newest first. */
async function toAccept(ctx: Ctx, kind: LegalKind, accepted_version: number) {
  const rows = await versionsOf(ctx, kind)
    .where('version', '>', accepted_version)
    .selectAll()
    .orderBy('version', 'desc')
    .limit(mostNotes)
    .execute()
  const changes = rows.map((row) => row.changes).filter(Boolean)
  return { kind, ...textOfVersion(found(rows[0])), changes: changes.join('\n'), accepted_version }
}

export async function acceptTexts(
  ctx: Ctx,
  { accepted_texts }: Input<typeof contract.acceptTexts>,
): Promise<Reply<typeof contract.acceptTexts>> {
  const { config, school, actor } = ctx
  const standing = await standingNow(ctx)
  const inForce = textsInForce(config, school!, {
    terms: standing.terms.version,
    privacy: standing.privacy.version,
  })
  const accepted = accepted_texts.map(({ kind, version }) =>
    inForce.find((text) => text.kind === kind && text.version === version),
  )
  if (accepted.includes(undefined)) throw new Refusal('texts_changed', { extra: { texts: inForce } })
  const texts = inForce.filter((text) => accepted.includes(text))
  await recordAcceptances(ctx, { user_id: actor.id, texts, door: 'notice' })
  return { must_accept: mustAccept(standing, await acceptedBy(ctx, actor.id)) }
}

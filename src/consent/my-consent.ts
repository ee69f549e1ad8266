import type { Ctx, LegalKind } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { currentConsents } from './consents.ts'
import { acceptedVersion, notAcceptedYet, type Accepted } from './policy.ts'
import { acceptancesOf, acceptedBy, standingNow, textOfVersion, versionsOf } from './queries.ts'
import { recordAcceptances } from './record-acceptances.ts'
import { textsInForce } from './texts-in-force.ts'
import { textsOwed } from './texts-owed.ts'

/** Notes of earlier versions that somebody is told at most. */
const mostNotes = 20

export async function myConsent(ctx: Ctx): Promise<Reply<typeof contract.myConsent>> {
  // Who visits for the platform's support is no user, and accepts nothing.
  if (ctx.actor.support) return { to_accept: [], accepted: [], consents: [] }
  const person = await acceptedBy(ctx, ctx.actor.id)
  const to_accept = []
  for (const kind of textsOwed(ctx, person, await standingNow(ctx)))
    to_accept.push(await toAccept(ctx, kind, person))
  return {
    to_accept,
    accepted: await acceptancesOf(ctx, ctx.actor.id, 100),
    consents: await currentConsents(ctx, ctx.actor.id),
  }
}

/** The version in force, with what is new since the one that was accepted, the newest first. */
async function toAccept(ctx: Ctx, kind: LegalKind, person: Accepted) {
  const last = acceptedVersion(person, kind)
  const accepted_version = Math.max(0, last)
  const rows = await versionsOf(ctx, kind)
    .where('version', '>', accepted_version)
    .selectAll()
    .orderBy('version', 'desc')
    .limit(mostNotes)
    .execute()
  const newest = rows[0]
  if (!newest) {
    const url = ctx.school!.brand[`${kind}_url`]
    return { kind, version: 0, body: '', url, changes: '', published_at: null, accepted_version }
  }
  // A newcomer reads the text, not what changed in it.
  const changes = last !== notAcceptedYet ? rows.map((row) => row.changes).filter(Boolean) : []
  return { kind, ...textOfVersion(newest), changes: changes.join('\n'), accepted_version }
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
  return { must_accept: textsOwed(ctx, await acceptedBy(ctx, actor.id), standing) }
}

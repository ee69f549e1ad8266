import { sql } from 'kysely'
import { defaultPalette, isPalette, type Palette } from '#lib/theme/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { onboardingSteps } from './steps.ts'

export async function getOnboardingChecklist(
  ctx: Ctx,
): Promise<Reply<typeof contract.getOnboardingChecklist>> {
  const { theme, course_id, sample_course_id, dismissed, ...facts } = await factsOf(ctx)
  const palette = theme as Palette
  const has_own_colours =
    isPalette(palette) &&
    Object.entries(defaultPalette).some(([name, colour]) => palette[name as keyof Palette] !== colour)
  const has_course = course_id !== null
  return {
    ...onboardingSteps({ ...facts, has_own_colours, has_course }),
    course_id,
    sample_course_id,
    dismissed,
  }
}

/** A sample that was made public counts as a course of the school. */
const own = sql`k.school_id = s.school_id and k.deleted_at is null and (not k.is_sample or k.course_is_public)`

const someContent = (more = sql``) => sql<boolean>`exists (select from courses k join contents t
  on t.school_id = k.school_id and t.course_id = coalesce(k.mirror_course_id, k.id) where ${own} ${more})`

const factsOf = ({ tx, school_id, actor }: Ctx) =>
  tx
    .selectFrom('schools as s')
    .where('s.school_id', '=', school_id)
    .select('s.theme')
    .select([
      sql<boolean>`s.tagline <> ''`.as('has_tagline'),
      sql<boolean>`s.logo_upload_id is not null`.as('has_logo'),
      sql<string | null>`(select k.id from courses k where ${own} order by k.created_at desc limit 1)`.as(
        'course_id',
      ),
      someContent().as('has_content'),
      someContent(sql`and k.course_is_public and t.is_published`).as('has_public_lesson'),
      sql<boolean>`exists (select from users u where u.school_id = s.school_id and u.role <> 'account_user'
        and u.status <> 'removed') or exists (select from invitations i where i.school_id = s.school_id
        and i.revoked_at is null)`.as('has_people'),
      sql<boolean>`exists (select from courses k join enrolments e on e.school_id = k.school_id and e.course_id = k.id
        where ${own} and e.status <> 'pending' and e.approved_at is not null)`.as('has_enrolled'),
      sql<boolean>`exists (select from orders o where o.school_id = s.school_id
        and o.status in ('partially_paid', 'paid', 'partially_refunded', 'refunded'))`.as('has_payment'),
      sql<boolean>`exists (select from custom_domains d where d.school_id = s.school_id
        and d.state in ('verified', 'active'))`.as('has_domain'),
      sql<string | null>`(select k.id from courses k where k.school_id = s.school_id and k.is_sample
        and k.deleted_at is null)`.as('sample_course_id'),
      sql<boolean>`exists (select from onboarding_dismissals f where f.school_id = s.school_id
        and f.user_id = ${actor.id})`.as('dismissed'),
    ])
    .executeTakeFirstOrThrow()

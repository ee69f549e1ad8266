import { recordInvitedPlaces } from '#accounts/index.ts'
import { assignPeople } from '#faculties/index.ts'
import { addStudentsToGroup } from '#groups/index.ts'
import { addApprovedStudents } from '#learning/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { PlacementOptions } from './placement-options.ts'

export type PlacementKind = 'course' | 'group' | 'faculty'

export interface Placement {
  kind: PlacementKind
  target_id: string
  /** End of the approval for a course; null uses the course's limit. */
  approval_ends_at: Date | null
}

/** Courses come before their groups. */
const order: PlacementKind[] = ['course', 'group', 'faculty']

export function placementsOf({
  course_ids = [],
  group_ids = [],
  faculty_ids = [],
  ...rest
}: PlacementOptions): Placement[] {
  const approval_ends_at = rest.student_approval_end_date ? new Date(rest.student_approval_end_date) : null
  return [
    ...course_ids.map((target_id) => ({ kind: 'course' as const, target_id, approval_ends_at })),
    ...group_ids.map((target_id) => ({ kind: 'group' as const, target_id, approval_ends_at: null })),
    ...faculty_ids.map((target_id) => ({ kind: 'faculty' as const, target_id, approval_ends_at: null })),
  ]
}

/**
 * Places students in a course, group or faculty; existing placements stay, and a deleted target is ignored.
 * Returns the changed students.
 */
export async function applyPlacement(
  ctx: Ctx,
  target: Placement,
  user_ids: readonly string[],
): Promise<string[]> {
  if (user_ids.length === 0) return []
  try {
    return await bring(ctx, target, user_ids)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return []
    throw error
  }
}

async function bring(
  ctx: Ctx,
  { kind, target_id, approval_ends_at }: Placement,
  user_ids: readonly string[],
) {
  switch (kind) {
    case 'course':
      return addApprovedStudents(ctx, {
        course_id: target_id,
        student_ids: user_ids,
        ...(approval_ends_at && { approvalEndsAt: approval_ends_at }),
      })
    case 'group':
      return addStudentsToGroup(ctx, { group_id: target_id, student_ids: user_ids })
    case 'faculty': {
      const outside = await notIn(ctx, target_id, user_ids)
      if (outside.length > 0) await assignPeople(ctx, { faculty_id: target_id, add: outside })
      return outside
    }
  }
}

async function notIn({ tx, school_id }: Ctx, faculty_id: string, user_ids: readonly string[]) {
  const rows = await tx
    .selectFrom('faculty_members')
    .where('school_id', '=', school_id)
    .where('faculty_id', '=', faculty_id)
    .where('user_id', 'in', user_ids)
    .select('user_id')
    .execute()
  const members = new Set(rows.map(({ user_id }) => user_id))
  return user_ids.filter((id) => !members.has(id))
}

/** Adds targets to invitations. Returns the invitations that changed. */
export async function addInvitationTargets(
  ctx: Ctx,
  promised: readonly { invitation_id: string; places: readonly Placement[] }[],
): Promise<string[]> {
  const { tx, school_id, actor, now } = ctx
  const rows = promised.flatMap(({ invitation_id, places: targets }) =>
    targets.map((target) => ({ ...target, school_id, invitation_id, added_by: actor.id, created_at: now })),
  )
  if (rows.length === 0) return []
  const added = await tx
    .insertInto('invitation_targets')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('invitation_id')
    .execute()
  const ids = [...new Set(added.map(({ invitation_id }) => invitation_id))]
  await recordInvitedPlaces(ctx, ids)
  return ids
}

/** Applies the targets of an accepted invitation. Safe to repeat. */
export async function applyInvitationTargets(
  ctx: Ctx,
  { invitation_id, user_id }: { invitation_id: string; user_id: string },
) {
  const { tx, school_id } = ctx
  const rows = await tx
    .deleteFrom('invitation_targets')
    .where('school_id', '=', school_id)
    .where('invitation_id', '=', invitation_id)
    .returning(['kind', 'target_id', 'approval_ends_at', 'added_by'])
    .execute()
  const targets = rows.toSorted(
    (a, b) => order.indexOf(a.kind as PlacementKind) - order.indexOf(b.kind as PlacementKind),
  )
  for (const { kind, target_id, approval_ends_at, added_by } of targets) {
    // The admin's decision holds, even if that admin has left the school.
    ctx.actor = { ...ctx.actor, id: added_by, role: 'admin' }
    await applyPlacement(ctx, { kind: kind as PlacementKind, target_id, approval_ends_at }, [user_id])
  }
}

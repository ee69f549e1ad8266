import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'

/**
 * Gives a course's outline a new version, so that no process answers from an outline that it read before. Called after
 * the last write to lessons or contents of the course: transactions take this row last, so none waits for another in a
 * circle.
 */
export async function incrementOutlineVersion(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  course_id: string,
) {
  await tx
    .insertInto('outline_versions')
    .values({ school_id, course_id, version: newId() })
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'course_id'])
        .doUpdateSet((eb) => ({ version: eb.ref('excluded.version') })),
    )
    .execute()
}

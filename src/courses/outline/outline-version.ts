import type { Ctx } from '#tenancy/context/request-context.ts'
import { newId } from '#platform/security/tokens.ts'

/**
 * Gives an outline a new version, so that no process uses a cached one. Call it after the last write to lessons
 * or contents: transactions lock this row last, which avoids deadlocks.
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

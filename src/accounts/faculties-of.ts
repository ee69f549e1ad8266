import { facultiesOfPeople } from '#faculties/index.ts'
import type { Ctx } from '#platform/context.ts'

/** The faculties of one person. */
export const facultiesOf = async (ctx: Ctx, user_id: string) =>
  (await facultiesOfPeople(ctx, [user_id])).get(user_id) ?? []

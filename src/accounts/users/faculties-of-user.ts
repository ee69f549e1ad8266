import type { Ctx } from '#tenancy/context/request-context.ts'
import { facultiesOfPeople } from './faculty-lookup.ts'

/** The faculties of one person. */
export const facultiesOf = async (ctx: Ctx, user_id: string) =>
  (await facultiesOfPeople(ctx, [user_id])).get(user_id) ?? []

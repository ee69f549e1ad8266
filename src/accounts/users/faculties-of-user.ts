import type { Ctx } from '#tenancy/context/request-context.ts'
import { getFacultiesOfUsers } from './faculty-lookup.ts'

/** The faculties of one user. */
export const facultiesOfUser = async (ctx: Ctx, user_id: string) =>
  (await getFacultiesOfUsers(ctx, [user_id])).get(user_id) ?? []

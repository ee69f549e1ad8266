import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'
import type * as shapes from '../schemas.ts'

/** A faculty of a user, as login and `me` return it. */
export type UserFaculty = Static<typeof shapes.UserFaculties>[number]

export interface FacultyLookup {
  /** Faculties of one user as a column; the statement must name the table `users` `u`. */
  ofUser: RawBuilder<UserFaculty[]>
  /** Faculties by user id, in the school's order; users without one are not in the map. */
  ofPeople(ctx: Pick<Ctx, 'tx' | 'school_id'>, user_ids: string[]): Promise<Map<string, UserFaculty[]>>
}

/** Looks up the faculties of people; `faculties` provides it. */
export const facultyLookup = defineSlot<FacultyLookup>('faculty_lookup')

/** The faculties of some users by id. */
export const getFacultiesOfUsers = (ctx: Ctx, user_ids: string[]) =>
  ctx.reactions.slot(facultyLookup).ofPeople(ctx, user_ids)

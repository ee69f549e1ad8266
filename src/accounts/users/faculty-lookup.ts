import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineSlot } from '#tenancy/context/domain-events.ts'
import type * as shapes from '../schemas.ts'

/** A faculty of a person, as login and `me` answer it. */
export type UserFaculty = Static<typeof shapes.UserFaculties>[number]

export interface FacultyLookup {
  /** The faculties of one person, as a column of a statement in which the table `users` is called `u`. */
  ofUser: RawBuilder<UserFaculty[]>
  /** The faculties of some people by user id, each person's in the school's order; nobody without one is in the map. */
  ofPeople(ctx: Pick<Ctx, 'tx' | 'school_id'>, user_ids: string[]): Promise<Map<string, UserFaculty[]>>
}

/** Answers which faculties people belong to. */
export const facultyLookup = defineSlot<FacultyLookup>('faculty_lookup')

/** The faculties of some people by user id. */
export const getFacultiesOfUsers = (ctx: Ctx, user_ids: string[]) =>
  ctx.reactions.slot(facultyLookup).ofPeople(ctx, user_ids)

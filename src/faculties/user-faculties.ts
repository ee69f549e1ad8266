import { sql } from 'kysely'
import type { FacultyLookup, UserFaculty } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Faculties of one person as a column; the statement must name the person `u`. */
const facultiesOfUser = sql<UserFaculty[]>`(
  select coalesce(json_agg(json_build_object('_id', f.id, 'id', f.id, 'name', f.name, 'slug', f.slug)
    order by f.position, f.id), '[]')
  from faculty_members m join faculties f on f.school_id = m.school_id and f.id = m.faculty_id
  where m.school_id = u.school_id and m.user_id = u.id)`

/** Faculties of several people, in the school's order. People without faculties are not in the map. */
async function facultiesOfPeople(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  user_ids: string[],
): Promise<Map<string, UserFaculty[]>> {
  if (user_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('faculty_members as m')
    .innerJoin('faculties as f', (on) =>
      on.onRef('f.school_id', '=', 'm.school_id').onRef('f.id', '=', 'm.faculty_id'),
    )
    .where('m.school_id', '=', school_id)
    .where(sql<boolean>`m.user_id = any(${user_ids}::uuid[])`)
    .orderBy('f.position')
    .orderBy('f.id')
    .select(['m.user_id', 'f.id', 'f.name', 'f.slug'])
    .execute()
  const people = new Map<string, UserFaculty[]>()
  for (const { user_id, ...faculty } of rows)
    people.set(user_id, [...(people.get(user_id) ?? []), { _id: faculty.id, ...faculty }])
  return people
}

/** Lookup for accounts, which return people with their faculties. */
export const accountsFacultyLookup: FacultyLookup = { ofUser: facultiesOfUser, ofPeople: facultiesOfPeople }

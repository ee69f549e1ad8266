import type { Ctx } from '#platform/context.ts'

/** As a person carries them: what the browser keeps as `user_faculties`. */
export interface UserFaculty {
  _id: string
  id: string
  name: string
  slug: string
}

/** The faculties of some people, each person's in the school's order. Whoever has none is not in the map. */
export async function facultiesOfPeople(
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
    .where('m.user_id', 'in', user_ids)
    .orderBy('f.position')
    .orderBy('f.id')
    .select(['m.user_id', 'f.id', 'f.name', 'f.slug'])
    .execute()
  const people = new Map<string, UserFaculty[]>()
  for (const { user_id, ...faculty } of rows)
    people.set(user_id, [...(people.get(user_id) ?? []), { _id: faculty.id, ...faculty }])
  return people
}

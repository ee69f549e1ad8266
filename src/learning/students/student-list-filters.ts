import { Type } from 'typebox'
import { StringEnum } from '#platform/contract/schemas.ts'
import { enrolmentStatuses } from '../enrolments/enrolment.ts'
import { SearchParam } from '../shapes.ts'

/** Filters and order of a course's students, in the list and in the file. */
export const StudentListFilters = {
  status: Type.Optional(StringEnum(...enrolmentStatuses)),
  /** Students with this tier; 0 is none. */
  tier: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  /** Whether they completed the course. */
  completed: Type.Optional(Type.Boolean()),
  /** Part of a name or address. */
  search: SearchParam,
  /** By time of request or addition, by name, or by last activity. */
  sort: Type.Optional(StringEnum('newest', 'oldest', 'name', 'last_active')),
}

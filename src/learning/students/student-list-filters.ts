import { Type } from 'typebox'
import { StringEnum, Text } from '#platform/contract/schemas.ts'
import { enrolmentStatuses } from '../enrolments/enrolment.ts'

export const SearchParam = Type.Optional(Text(100))

/** By what a course's students are narrowed and ordered, in the list and in the file. */
export const StudentListFilters = {
  status: Type.Optional(StringEnum(...enrolmentStatuses)),
  /** Those who hold this tier; 0 is none. */
  tier: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
  /** Whether they have completed the course. */
  completed: Type.Optional(Type.Boolean()),
  /** Part of a name or of an e-mail. */
  search: SearchParam,
  /** By when the student asked or was added, by name, or by when he or she last learned. */
  sort: Type.Optional(StringEnum('newest', 'oldest', 'name', 'last_active')),
}

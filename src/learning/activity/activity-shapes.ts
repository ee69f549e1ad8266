import { Type } from 'typebox'

/** What students did on one day, in the time zone of the school. Counts stop at 5,000 a day. */
export const DailyActivity = Type.Object({
  /** YYYY-MM-DD */
  day: Type.String(),
  completed_contents: Type.Integer(),
  new_students: Type.Integer(),
})

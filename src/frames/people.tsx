import People, { handle as people } from '#accounts/screens/people/people.tsx'
import { FacultyFilter } from '#faculties/screens/faculty-filter.tsx'

export const handle = people

/** The people of the school, with a filter by faculty. */
export default function PeopleScreen() {
  return <People FacultyFilter={FacultyFilter} />
}

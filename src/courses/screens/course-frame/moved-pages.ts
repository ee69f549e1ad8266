/** Earlier last parts of addresses below a course, and the present ones. */
const moved: Record<string, string> = {
  groups: 'students/groups',
  reviews: 'feedback/reviews',
  messages: 'feedback/messages',
  questions: 'feedback/questions',
  feedback: 'feedback/reviews',
  copies: 'settings/copies',
}

/** Returns the present address of a page of a course. */
export const movedTo = (pathname: string) =>
  pathname.replace(/\/([a-z]+)\/?$/, (whole, last: string) => (moved[last] ? `/${moved[last]}` : whole))

import type { Entry } from './change-sentence.tsx'

const positions: Record<string, (entry: Entry) => string> = {
  api_client: () => '/manage/api-clients',
  category: () => '/manage/categories',
  department: () => '/manage/faculties',
  domain: () => '/manage/domains',
  faculty: ({ subject_id }) => `/manage/faculties/${subject_id}`,
  invitation: () => '/manage/people',
  template: () => '/manage/courses/templates',
  user: () => '/manage/people',
  webhook: ({ subject_id }) => `/manage/webhooks/${subject_id}`,
}

/** Address of the page of an entry's subject; null if deleted or without a page. */
export function subjectUrl(entry: Entry): string | null {
  if (!entry.subject_exists) return null
  if (entry.subject_course_id) return `/manage/courses/${entry.subject_course_id}`
  return positions[entry.subject_type]?.(entry) ?? null
}

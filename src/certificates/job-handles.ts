import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Issues certificates to these students by the rules of a course. */
export const issueByRulesJob: JobHandle<{ course_id: string; student_ids: string[] }> = {
  name: 'issueCertificatesByRules',
}

/** Issues certificates by one rule to all students who meet it; `after` is the last student of the job before. */
export const issueRetroactivelyJob: JobHandle<{ rule_id: string; after?: string }> = {
  name: 'issueCertificatesRetroactively',
}

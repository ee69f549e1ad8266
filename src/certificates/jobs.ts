import type { Ctx } from '#tenancy/context/request-context.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { issueByRulesJob, issueRetroactivelyJob } from './job-handles.ts'
import { issueByRules, issueRetroactively } from './rules/issue-by-rules.ts'

/** Safe to repeat: a rule issues one certificate to a student, whatever becomes of it. */
export const checkRules = defineJob({
  ...issueByRulesJob,
  run: (ctx: Ctx, input: { course_id: string; student_ids: string[] }) => issueByRules(ctx, input),
})

export const applyRule = defineJob({
  ...issueRetroactivelyJob,
  run: (ctx: Ctx, input: { rule_id: string; after?: string }) => issueRetroactively(ctx, input),
})

export const jobs = [checkRules, applyRule]

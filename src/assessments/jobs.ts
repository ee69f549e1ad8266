import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { attemptsAtOnce, submitDueAttempts } from './attempts/submit-due-attempts.ts'
import { gradeAttempts } from './grading/grade-attempts.ts'
import { applyRegradeJob, computeRegradeJob, gradeAttemptsJob, submitDueAttemptsJob } from './job-handles.ts'
import { applyRegrade, computeRegrade } from './regrades/run-regrade.ts'
import { gradeProgramsJob } from './grading/enqueue-programs.ts'
import { gradePrograms } from './programs/grade-programs.ts'

/** Submits in transactions of 100 attempts, so that no lock lasts long. Safe to repeat. */
async function submitAll(ctx: CtxWithoutTx, due: { assessment_id?: string; now: Date }) {
  let count = attemptsAtOnce
  while (count === attemptsAtOnce) count = await ctx.transact((within) => submitDueAttempts(within, due))
}

const submitDue = defineJob({
  ...submitDueAttemptsJob,
  transaction: 'own',
  async run(ctx: CtxWithoutTx, { assessment_id, at }: { assessment_id: string; at: string }) {
    // The worker's clock may be slightly behind the queue's, which started the job.
    const now = new Date(Math.max(ctx.now.getTime(), new Date(at).getTime()))
    await submitAll(ctx, { assessment_id, now })
  },
})

const grade = defineJob({
  ...gradeAttemptsJob,
  run: (ctx: Ctx, { attempt_ids }: { attempt_ids: string[] }) => gradeAttempts(ctx, attempt_ids),
})

const preview = defineJob({ ...computeRegradeJob, transaction: 'own', run: computeRegrade })
const apply = defineJob({ ...applyRegradeJob, transaction: 'own', run: applyRegrade })
const programs = defineJob({
  ...gradeProgramsJob,
  transaction: 'own',
  run: (ctx: CtxWithoutTx, input: { attempt_id: string }) => gradePrograms(ctx, input),
})

/** Finds attempts without a job, for example after a restore. */
const findForgotten = defineJob({
  name: 'submitForgottenAttempts',
  transaction: 'own',
  async run(ctx: CtxWithoutTx) {
    await submitAll(ctx, { now: ctx.now })
    await ctx.transact(async (within) => {
      const rows = await within.tx
        .selectFrom('attempts')
        .where('school_id', '=', within.school_id)
        .where('state', '=', 'submitted')
        .where('graded_at', 'is', null)
        .orderBy('submitted_at')
        .limit(10_000)
        .select('id')
        .execute()
      for (let from = 0; from < rows.length; from += attemptsAtOnce) {
        const attempt_ids = rows.slice(from, from + attemptsAtOnce).map(({ id }) => id)
        await within.enqueue(gradeAttemptsJob, { attempt_ids: attempt_ids.toSorted() })
      }
    })
  },
})

export const jobs = [submitDue, grade, programs, preview, apply, findForgotten]
export const schedules = [defineSchedule({ job: findForgotten, cron: '41 * * * *', runsFor: 'school' })]

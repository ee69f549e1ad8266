import type { JobHandle } from '#platform/jobs/job-handle.ts'
import { versionKey } from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { GradedQuestion } from './load-graded-questions.ts'
import type { PaperSlot } from '../papers/build-paper.ts'

/** Runs the programs of a submitted attempt against the tests of their questions. */
export const gradeProgramsJob: JobHandle<{ attempt_id: string }> = { name: 'gradePrograms' }

interface Graded {
  steps: readonly { attempt_id: string; slot: number; points: number | null }[]
  papers: ReadonlyMap<string, readonly PaperSlot[]>
  questions: ReadonlyMap<string, GradedQuestion>
}

/** Programs run in a job: the sandbox takes up to 1.5 s, in which a transaction would hold its locks. */
export async function enqueuePrograms(ctx: Ctx, { steps, papers, questions }: Graded) {
  const waiting = steps.filter(({ attempt_id, slot, points }) => {
    const question = questions.get(versionKey(papers.get(attempt_id)![slot]!))
    return points === null && question?.body.type === 'code'
  })
  for (const attempt_id of new Set(waiting.map((step) => step.attempt_id)))
    await ctx.enqueue(gradeProgramsJob, { attempt_id }, { priority: 'soon' })
}

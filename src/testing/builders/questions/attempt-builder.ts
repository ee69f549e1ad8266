import { holdAttempt, saveAnswers, startAttempt, submitAttempt } from '#assessments/contract.ts'
import { jobs } from '#assessments/jobs.ts'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import type { Job } from '#tenancy/jobs/define-job.ts'
import { runQueuedJobs } from '../queue.ts'
import type { TestSchool, TestUser } from '../school-builder.ts'

/** An answer of a test; `given_at` is now by default. */
export interface TestSave {
  slot: number
  seq: number
  answer: QuestionAnswer
  given_at?: Date
}

/** Starts an attempt and opens it like the player. */
export async function startTestAttempt(student: TestUser, assessment_id: string) {
  const attempt = await student.api(startAttempt, { id: assessment_id })
  return { ...(await openTestAttempt(student, attempt)), attempt }
}

/** Opens an attempt in another tab. */
export async function openTestAttempt(student: TestUser, { id }: { id: string }) {
  const { holder } = await student.api(holdAttempt, { id })
  return {
    id,
    holder,
    save: (saves: TestSave[], of = holder) =>
      student.api(saveAnswers, {
        id,
        holder: of,
        saves: saves.map(({ given_at = new Date(), ...save }) => ({
          ...save,
          given_at: given_at.toISOString(),
        })),
      }),
    submit: () => student.api(submitAttempt, { id, holder }),
  }
}

/** Right and incorrect answers of the sample questions of `createTestAssessment`. */
export const testAnswers = {
  right_choice: { type: 'single_choice', selected: 'optaaa' },
  half_choice: { type: 'single_choice', selected: 'optbbb' },
  incorrect_choice: { type: 'single_choice', selected: 'optccc' },
  right_number: { type: 'number', text: '105', unit: 'm' },
  essay: { type: 'essay', text: '<p>A market day.</p>' },
} as const satisfies Record<string, QuestionAnswer>

const jobOf = (name: string) => jobs.find((job) => job.name === name)! as Job<object>

/** Runs the waiting jobs that submit, grade and regrade attempts. */
export async function runAttemptJobs(school: TestSchool) {
  await runQueuedJobs(school, jobOf('submitDueAttempts'))
  await runQueuedJobs(school, jobOf('gradeAttempts'))
  await runQueuedJobs(school, jobOf('computeRegrade'))
  await runQueuedJobs(school, jobOf('applyRegrade'))
  await runQueuedJobs(school, jobOf('gradePrograms'))
}

import { roundHalfUp } from '#lib/grades/index.ts'
import type { BodyOf, KeyOf } from '#lib/questions/index.ts'
import { runCodeTests, SandboxFailed } from '#platform/code-sandbox/run-code-tests.ts'
import { versionKey } from '#questions/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { gradeAttempts } from '../grading/grade-attempts.ts'
import { loadGradedQuestions } from '../grading/load-graded-questions.ts'
import { insertSteps } from '../grading/store-marks.ts'
import { loadAnswers, loadMarks, loadPapers } from '../papers/load-papers.ts'

/** A program without a mark, with the tests of its question. */
interface WaitingProgram {
  slot: number
  code: string
  body: BodyOf<'code'>
  key: KeyOf<'code'>
  key_revision: number
  max_points: number
  /** Step and answer for which the mark holds. */
  step: number
  seq: number
  holder: number
}

type Run = (
  code: string,
  function_name: string,
  tests: KeyOf<'code'>['tests'],
) => Promise<{ outcome: string }[]>

/**
 * Runs the programs of an attempt outside of a transaction, and then stores their marks. A mark of a person, or an
 * answer that arrived meanwhile, stays as it is. Safe to repeat. A program that the sandbox cannot run waits for a person.
 */
export async function gradePrograms(
  ctx: CtxWithoutTx,
  { attempt_id }: { attempt_id: string },
  run: Run = runCodeTests,
): Promise<void> {
  const waiting = await ctx.transact((within) => waitingPrograms(within, attempt_id))
  const fractions = new Map<number, number>()
  for (const { slot, code, body, key } of waiting) {
    const fraction = await fractionOf(() => run(code, body.function_name, key.tests), key.tests)
    if (fraction !== null) fractions.set(slot, fraction)
  }
  if (fractions.size > 0)
    await ctx.transact((within) => storeMarks(within, { attempt_id, ran: waiting, fractions }))
}

/** Share of the points of the tests that passed; null if the sandbox itself failed. */
async function fractionOf(run: () => ReturnType<Run>, tests: KeyOf<'code'>['tests']) {
  try {
    const results = await run()
    const weights = tests.map(({ weight }, at) => (results[at]?.outcome === 'passed' ? weight : 0))
    const total = tests.reduce((sum, { weight }) => sum + weight, 0)
    return weights.reduce((sum, weight) => sum + weight, 0) / total
  } catch (error) {
    if (error instanceof SandboxFailed) return null
    throw error
  }
}

/** Programs of a submitted attempt that were answered and have no mark. Locks the attempt until the transaction ends. */
async function waitingPrograms(ctx: Ctx, attempt_id: string): Promise<WaitingProgram[]> {
  const attempt = await ctx.tx
    .selectFrom('attempts')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', attempt_id)
    .where('state', '=', 'submitted')
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!attempt) return []
  const paper = (await loadPapers(ctx, [attempt_id])).get(attempt_id) ?? []
  const answers = (await loadAnswers(ctx, [attempt_id])).get(attempt_id)!
  const marks = (await loadMarks(ctx, [attempt_id])).get(attempt_id)!
  const questions = await loadGradedQuestions(ctx, paper)
  return paper.flatMap((slot, at): WaitingProgram[] => {
    const { body, key, revision } = questions.get(versionKey(slot))!
    const [given, mark] = [answers.get(at), marks.get(at)]
    if (body.type !== 'code' || key.type !== 'code' || given?.answer.type !== 'code') return []
    if (!mark || mark.points !== null) return []
    const { seq, holder, answer } = given
    const { step } = mark
    return [
      {
        slot: at,
        code: answer.code,
        body,
        key,
        key_revision: revision,
        max_points: slot.points,
        step,
        seq,
        holder,
      },
    ]
  })
}

interface Ran {
  attempt_id: string
  ran: readonly WaitingProgram[]
  fractions: ReadonlyMap<number, number>
}

async function storeMarks(ctx: Ctx, { attempt_id, ran, fractions }: Ran) {
  const still = await waitingPrograms(ctx, attempt_id)
  const same = ran.filter(({ slot, step, seq, holder, key_revision }) =>
    still.some(
      (now) =>
        now.slot === slot &&
        now.step === step &&
        now.seq === seq &&
        now.holder === holder &&
        now.key_revision === key_revision,
    ),
  )
  const { user_id } = await ctx.tx
    .selectFrom('attempts')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', attempt_id)
    .select('user_id')
    .executeTakeFirstOrThrow()
  const steps = same
    .filter(({ slot }) => fractions.has(slot))
    .map(({ slot, step, max_points, key_revision }) => ({
      attempt_id,
      user_id,
      slot,
      step: step + 1,
      source: 'auto' as const,
      points: roundHalfUp(max_points * fractions.get(slot)!, 4),
      key_revision,
    }))
  await insertSteps(ctx, steps)
  // Totals, state and results follow from the marks.
  if (steps.length > 0) await gradeAttempts(ctx, [attempt_id])
}

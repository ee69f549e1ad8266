import { createRandom, drawVariables, shuffledOptions } from '#lib/questions/index.ts'
import {
  findDrawQuestions,
  loadCurrentVersions,
  loadQuestionBodies,
  loadQuestionKeys,
  versionKey,
} from '#questions/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Revision } from '../revisions/load-revision.ts'
import { isAnswerable } from '../policy.ts'
import { chooseQuestions, type PaperSlot } from './build-paper.ts'

interface NewPaper {
  revision: Pick<Revision, 'sections' | 'settings'>
  seed: string
  assessment_id: string
  user_id: string
}

/** Draws the paper of a new attempt: the same seed, questions and earlier attempts give the same paper. */
export async function createPaper(ctx: Ctx, { revision, seed, ...earlier }: NewPaper): Promise<PaperSlot[]> {
  const random = createRandom(seed)
  const items = revision.sections.flatMap((section) => section.items)
  const draws = items.flatMap(({ draw }) => draw ?? [])
  const chosen = chooseQuestions(
    {
      sections: revision.sections,
      versions: await loadCurrentVersions(
        ctx,
        items.flatMap(({ question_id }) => question_id ?? []),
      ),
      pools: (await findDrawQuestions(ctx, draws)).map((pool) =>
        pool.filter(({ type }) => isAnswerable(type)),
      ),
      seen: draws.length > 0 ? await findSeenQuestions(ctx, earlier) : new Set(),
      shuffle_questions: revision.settings.shuffle_questions,
    },
    random,
  )
  const bodies = await loadQuestionBodies(ctx, chosen)
  const withVariables = chosen.filter((question) => {
    const type = bodies.get(versionKey(question))?.type
    return type === 'calculated' || type === 'passage'
  })
  const keys = await loadQuestionKeys(ctx, withVariables)
  return chosen.map((question) => {
    const key = keys.get(versionKey(question))?.key
    return {
      ...question,
      variables: key ? drawVariables(key, random) : {},
      order: shuffledOptions(bodies.get(versionKey(question))!, random),
    }
  })
}

/** Questions of the student's earlier attempts. */
async function findSeenQuestions(
  { tx, school_id }: Ctx,
  { assessment_id, user_id }: Pick<NewPaper, 'assessment_id' | 'user_id'>,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('attempts as t')
    .innerJoin('attempt_papers as p', (on) =>
      on.onRef('p.school_id', '=', 't.school_id').onRef('p.attempt_id', '=', 't.id'),
    )
    .where('t.school_id', '=', school_id)
    .where('t.assessment_id', '=', assessment_id)
    .where('t.user_id', '=', user_id)
    .orderBy('t.number', 'desc')
    .limit(20)
    .select((eb) => eb.ref('p.slots').$castTo<PaperSlot[]>().as('slots'))
    .execute()
  return new Set(rows.flatMap(({ slots }) => slots.map(({ question_id }) => question_id)))
}

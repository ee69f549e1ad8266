import type { QuestionBody, QuestionKey } from '#lib/questions/index.ts'
import type { Input } from '#platform/contract/route.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { getBankQuestion } from '../queries.ts'
import { editableQuestion } from '../texts/question-texts.ts'

/** A question with its key: for staff only. */
export async function getQuestion(ctx: Ctx, { bank_id, id }: Input<typeof contract.getQuestion>) {
  const question = await getBankQuestion(ctx, { bank_id, id })
  const texts = await loadQuestion(ctx, { question_id: id, number: question.version })
  return {
    ...question,
    updated_by_name: await nameOfEditor(ctx, id),
    ...editableQuestion(ctx, texts),
  }
}

export interface VersionOfQuestion {
  question_id: string
  number: number
}

/** Body and last key of a version, as stored. */
export async function loadQuestion({ tx, school_id }: Ctx, { question_id, number }: VersionOfQuestion) {
  const row = await tx
    .selectFrom('question_versions as v')
    .innerJoin('question_keys as k', (on) =>
      on
        .onRef('k.school_id', '=', 'v.school_id')
        .onRef('k.question_id', '=', 'v.question_id')
        .onRef('k.number', '=', 'v.number'),
    )
    .where('v.school_id', '=', school_id)
    .where('v.question_id', '=', question_id)
    .where('v.number', '=', number)
    .orderBy('k.revision', 'desc')
    .limit(1)
    .select(['v.body', 'k.key'])
    .executeTakeFirst()
  const { body, key } = ensureFound(row)
  return { body: body as QuestionBody, key: key as QuestionKey }
}

/** Uploads that a version shows. */
export async function fileIdsOf({ tx, school_id }: Ctx, { question_id, number }: VersionOfQuestion) {
  const rows = await tx
    .selectFrom('question_files')
    .where('school_id', '=', school_id)
    .where('question_id', '=', question_id)
    .where('number', '=', number)
    .select('upload_id')
    .execute()
  return rows.map(({ upload_id }) => upload_id)
}

/** Name of the person who saved a question last; null if unknown. */
export async function nameOfEditor({ tx, school_id }: Ctx, question_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('questions as q')
    .innerJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'q.school_id').onRef('u.id', '=', 'q.updated_by'),
    )
    .where('q.school_id', '=', school_id)
    .where('q.id', '=', question_id)
    .select('u.name')
    .executeTakeFirst()
  return row?.name ?? null
}

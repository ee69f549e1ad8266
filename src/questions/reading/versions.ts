import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { questionUses } from '../events.ts'
import { getBankQuestion } from '../queries.ts'
import { editableQuestion } from '../texts/question-texts.ts'
import { loadQuestion } from './get-question.ts'

const selectVersions = ({ tx, school_id }: Ctx, question_id: string) =>
  tx
    .selectFrom('question_versions as v')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'v.school_id').onRef('u.id', '=', 'v.created_by'),
    )
    .where('v.school_id', '=', school_id)
    .where('v.question_id', '=', question_id)
    .select(['v.number', 'v.created_at', 'u.name as created_by_name'])
    .select(
      sql<number>`(select max(k.revision) from question_keys k where k.school_id = v.school_id
        and k.question_id = v.question_id and k.number = v.number)`.as('key_revision'),
    )

export async function listQuestionVersions(
  ctx: Ctx,
  { bank_id, id, limit, cursor }: Input<typeof contract.listQuestionVersions>,
) {
  await getBankQuestion(ctx, { bank_id, id })
  return paginateByKeyset(selectVersions(ctx, id), {
    by: ['v.number'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.number],
  })
}

export async function getQuestionVersion(
  ctx: Ctx,
  { bank_id, id, number }: Input<typeof contract.getQuestionVersion>,
) {
  await getBankQuestion(ctx, { bank_id, id })
  const version = ensureFound(await selectVersions(ctx, id).where('v.number', '=', number).executeTakeFirst())
  const texts = await loadQuestion(ctx, { question_id: id, number })
  return { ...version, ...editableQuestion(ctx, texts) }
}

export async function listQuestionUses(ctx: Ctx, { bank_id, id }: Input<typeof contract.listQuestionUses>) {
  await getBankQuestion(ctx, { bank_id, id })
  return { data: await ctx.reactions.slot(questionUses)(ctx, id) }
}

import type { QuestionType } from '#lib/questions/index.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { mayManageBank, mayUseBank } from './policy.ts'

/** Selects banks with the facts of their course that decide who may use them. */
export const selectBanks = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('question_banks as b')
    .leftJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'b.school_id').onRef('c.id', '=', 'b.course_id'),
    )
    .where('b.school_id', '=', school_id)
    .where('b.deleted_at', 'is', null)
    .select(['b.id', 'b.name', 'b.description', 'b.course_id', 'b.question_count', 'b.created_by'])
    .select(['b.created_at', 'b.updated_at', 'c.course_name', 'c.course_teacher_id'])
    .select('c.created_by as course_created_by')

export type BankRow = Awaited<ReturnType<ReturnType<typeof selectBanks>['executeTakeFirstOrThrow']>>

/** The course of a bank as its rule reads it. */
export const courseOf = (bank: Pick<BankRow, 'course_id' | 'course_teacher_id' | 'course_created_by'>) =>
  bank.course_id === null
    ? null
    : { course_teacher_id: bank.course_teacher_id, created_by: bank.course_created_by! }

/** Returns a bank for a reply. */
export const bankView = ({ actor }: Pick<Ctx, 'actor'>, bank: BankRow) => ({
  ...bank,
  may_manage: mayManageBank(actor, { created_by: bank.created_by, course: courseOf(bank) }).allowed,
})

/** Returns a bank that the actor may use; with `lock`, until commit nobody else changes its questions. */
export async function getBank(ctx: Ctx, bank_id: string, { lock = false } = {}): Promise<BankRow> {
  const query = selectBanks(ctx).where('b.id', '=', bank_id)
  const bank = ensureFound(await (lock ? query.forNoKeyUpdate('b') : query).executeTakeFirst())
  ensureAllowed(mayUseBank(ctx.actor, { course: courseOf(bank) }))
  return bank
}

/** Locks the bank and a second one in the order of their ids, so that two moves do not wait for each other. */
export async function lockBanks(ctx: Ctx, bank_id: string, target_id: string) {
  const banks = new Map<string, BankRow>()
  for (const id of [...new Set([bank_id, target_id])].toSorted())
    banks.set(id, await getBank(ctx, id, { lock: true }))
  return { bank: banks.get(bank_id)!, target: banks.get(target_id)! }
}

/** Adds to the number of questions of a bank, which moves to the top of the list. */
export async function touchBank({ tx, school_id, now }: Ctx, bank_id: string, added = 0) {
  await tx
    .updateTable('question_banks')
    .set((eb) => ({ question_count: eb('question_count', '+', added), updated_at: now }))
    .where('school_id', '=', school_id)
    .where('id', '=', bank_id)
    .execute()
}

/** Selects questions that are not deleted. */
export const selectQuestions = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('questions as q')
    .where('q.school_id', '=', school_id)
    .where('q.deleted_at', 'is', null)
    .select(['q.id', 'q.bank_id', 'q.name', 'q.tags', 'q.difficulty', 'q.version', 'q.key_revision'])
    .select(['q.created_at', 'q.updated_at'])
    .select((eb) => eb.ref('q.type').$castTo<QuestionType>().as('type'))

/** Returns a question of a bank that the actor may use; with `lock`, until commit nobody else changes it. */
export async function getBankQuestion(
  ctx: Ctx,
  { bank_id, id }: { bank_id: string; id: string },
  { lock = false } = {},
) {
  await getBank(ctx, bank_id)
  const query = selectQuestions(ctx).where('q.bank_id', '=', bank_id).where('q.id', '=', id)
  return ensureFound(await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst())
}

/** Refuses a bank that the actor may not use, such as the source of a draw. Returns its name. */
export async function ensureBankUsable(ctx: Ctx, bank_id: string): Promise<string> {
  return (await getBank(ctx, bank_id)).name
}

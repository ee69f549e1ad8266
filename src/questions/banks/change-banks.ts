import { mayEditCourse } from '#courses/index.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import { okReply } from '#platform/contract/schemas.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { mayAddBank, mayManageBank } from '../policy.ts'
import { bankView, courseOf, getBank, selectBanks, type BankRow } from '../queries.ts'

export async function createQuestionBank(
  ctx: Ctx,
  { name, description = '', course_id = null }: Input<typeof contract.createQuestionBank>,
) {
  const { tx, school_id, actor, now } = ctx
  if (course_id) await ensureCourse(ctx, course_id)
  const { count } = await tx
    .selectFrom('question_banks')
    .where('school_id', '=', school_id)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  ensureAllowed(mayAddBank(Number(count)))
  const id = newId()
  const dates = { created_at: now, updated_at: now }
  const texts = { name: name.trim(), description: description.trim() }
  await tx
    .insertInto('question_banks')
    .values({ school_id, id, course_id, ...texts, created_by: actor.id, ...dates })
    .execute()
  await ctx.audit('question_bank.created', ['question_bank', id], { name: texts.name })
  return getQuestionBank(ctx, { bank_id: id })
}

export const getQuestionBank = async (ctx: Ctx, { bank_id }: Input<typeof contract.getQuestionBank>) =>
  bankView(ctx, await getBank(ctx, bank_id))

export async function updateQuestionBank(
  ctx: Ctx,
  { bank_id, name, description, course_id }: Input<typeof contract.updateQuestionBank>,
) {
  const bank = await getManagedBank(ctx, bank_id)
  if (course_id && course_id !== bank.course_id) await ensureCourse(ctx, course_id)
  const { tx, school_id, now } = ctx
  await tx
    .updateTable('question_banks')
    .set({
      updated_at: now,
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description: description.trim() }),
      ...(course_id !== undefined && { course_id }),
    })
    .where('school_id', '=', school_id)
    .where('id', '=', bank_id)
    .execute()
  await ctx.audit('question_bank.updated', ['question_bank', bank_id], { name: name?.trim() ?? bank.name })
  const changed = await selectBanks(ctx).where('b.id', '=', bank_id).executeTakeFirst()
  return bankView(ctx, ensureFound(changed))
}

/** The questions stay, with their versions, for the assessments that use them. */
export async function deleteQuestionBank(ctx: Ctx, { bank_id }: Input<typeof contract.deleteQuestionBank>) {
  const { name } = await getManagedBank(ctx, bank_id)
  const { tx, school_id, now } = ctx
  await tx
    .updateTable('question_banks')
    .set({ deleted_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', bank_id)
    .execute()
  await ctx.audit('question_bank.deleted', ['question_bank', bank_id], { name })
  return okReply
}

async function getManagedBank(ctx: Ctx, bank_id: string): Promise<BankRow> {
  const bank = await getBank(ctx, bank_id, { lock: true })
  ensureAllowed(mayManageBank(ctx.actor, { created_by: bank.created_by, course: courseOf(bank) }))
  return bank
}

/** Refuses a course that the actor may not edit. */
async function ensureCourse({ tx, school_id, actor }: Ctx, id: string) {
  const course = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['course_teacher_id', 'created_by'])
    .executeTakeFirst()
  ensureAllowed(mayEditCourse(actor, ensureFound(course)))
}

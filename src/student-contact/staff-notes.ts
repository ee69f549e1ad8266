import { getUserNames } from '#accounts/index.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { getContactedStudent } from './contacted-student.ts'
import type * as contract from './contract.ts'
import { mayDeleteNote, mayEditNote } from './policy.ts'

type Note = Reply<typeof contract.createStaffNote>

/** Lists the notes about a student, newest first. */
export async function listStaffNotes(
  ctx: Ctx,
  { student_id, limit, cursor }: Input<typeof contract.listStaffNotes>,
): Promise<Reply<typeof contract.listStaffNotes>> {
  await getContactedStudent(ctx, student_id)
  const page = await paginateByKeyset(selectNotes(ctx, student_id), {
    by: ['n.created_at', 'n.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const names = await getUserNames(
    ctx,
    page.data.map(({ author_id }) => author_id),
  )
  return { ...page, data: page.data.map((row) => noteView(ctx, row, names.get(row.author_id)!)) }
}

export async function createStaffNote(
  ctx: Ctx,
  { student_id, note }: Input<typeof contract.createStaffNote>,
): Promise<Note> {
  await getContactedStudent(ctx, student_id)
  const { tx, school_id, actor, now } = ctx
  const times = { created_at: now, updated_at: now }
  const row = { id: newId(), note: note.trim(), author_id: actor.id, ...times }
  await tx
    .insertInto('staff_notes')
    .values({ school_id, student_id, ...row })
    .execute()
  await ctx.audit('staff_note.created', ['user', student_id])
  return noteView(ctx, row, actor.name)
}

export async function updateStaffNote(
  ctx: Ctx,
  { student_id, id, note }: Input<typeof contract.updateStaffNote>,
): Promise<Note> {
  const row = await getNote(ctx, student_id, id)
  ensureAllowed(mayEditNote(ctx.actor, row.author_id))
  const changed = { note: note.trim(), updated_at: ctx.now }
  await ctx.tx
    .updateTable('staff_notes')
    .set(changed)
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', id)
    .execute()
  const names = await getUserNames(ctx, [row.author_id])
  return noteView(ctx, { ...row, ...changed }, names.get(row.author_id)!)
}

export async function deleteStaffNote(
  ctx: Ctx,
  { student_id, id }: Input<typeof contract.deleteStaffNote>,
): Promise<Reply<typeof contract.deleteStaffNote>> {
  const row = await getNote(ctx, student_id, id)
  ensureAllowed(mayDeleteNote(ctx.actor, row.author_id))
  await ctx.tx.deleteFrom('staff_notes').where('school_id', '=', ctx.school_id).where('id', '=', id).execute()
  await ctx.audit('staff_note.deleted', ['user', student_id])
  return okReply
}

async function getNote(ctx: Ctx, student_id: string, id: string) {
  await getContactedStudent(ctx, student_id)
  return ensureFound(await selectNotes(ctx, student_id).where('n.id', '=', id).executeTakeFirst())
}

const selectNotes = ({ tx, school_id }: Ctx, student_id: string) =>
  tx
    .selectFrom('staff_notes as n')
    .where('n.school_id', '=', school_id)
    .where('n.student_id', '=', student_id)
    .select(['n.id', 'n.note', 'n.author_id', 'n.created_at', 'n.updated_at'])

interface NoteRow {
  id: string
  note: string
  author_id: string
  created_at: Date
  updated_at: Date
}

const noteView = ({ actor }: Ctx, { author_id, ...row }: NoteRow, author_name: string): Note => ({
  ...row,
  author: { id: author_id, name: author_name },
  may_edit: mayEditNote(actor, author_id).allowed,
  may_delete: mayDeleteNote(actor, author_id).allowed,
})

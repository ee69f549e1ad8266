import { getUserNames } from '#accounts/index.ts'
import { sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { translator } from '#platform/pages/translate.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { getContactedStudent } from './contacted-student.ts'
import type * as contract from './contract.ts'

/** Lists what staff sent to a student, newest first. */
export async function listStudentMessages(
  ctx: Ctx,
  { student_id, limit, cursor }: Input<typeof contract.listStudentMessages>,
): Promise<Reply<typeof contract.listStudentMessages>> {
  await getContactedStudent(ctx, student_id)
  const messages = ctx.tx
    .selectFrom('student_messages as m')
    .where('m.school_id', '=', ctx.school_id)
    .where('m.student_id', '=', student_id)
    .select(['m.id', 'm.subject', 'm.message', 'm.sender_id', 'm.created_at'])
  const page = await paginateByKeyset(messages, {
    by: ['m.created_at', 'm.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const names = await getUserNames(
    ctx,
    page.data.map(({ sender_id }) => sender_id),
  )
  const data = page.data.map(({ sender_id, ...row }) => ({
    ...row,
    sender: { id: sender_id, name: names.get(sender_id)! },
  }))
  return { ...page, data }
}

/** Sends a message by mail. A student who was imported and never logged in asked for no mail: see decision 0036. */
export async function sendStudentMessage(
  ctx: Ctx,
  { student_id, subject, message }: Input<typeof contract.sendStudentMessage>,
): Promise<Reply<typeof contract.sendStudentMessage>> {
  const student = await getContactedStudent(ctx, student_id)
  if (!student.has_come) throw new Refusal('student_never_logged_in')
  const { tx, school_id, actor, now } = ctx
  const row = { id: newId(), subject: subject.trim(), message: message.trim(), created_at: now }
  await tx
    .insertInto('student_messages')
    .values({ school_id, student_id, sender_id: actor.id, ...row })
    .execute()
  await mailStudent(ctx, student, row)
  await ctx.audit('student_message.sent', ['user', student_id])
  return { ...row, sender: { id: actor.id, name: actor.name } }
}

type Student = Awaited<ReturnType<typeof getContactedStudent>>

/** Writes the mail of a message from the actor to a student. */
export async function mailStudent(
  ctx: Ctx,
  student: Student,
  { subject, message }: { subject: string; message: string },
) {
  const { school, config, actor } = ctx
  const locale = student.language ?? school?.language ?? 'en'
  const t = translator(locale)
  const values = { name: student.name, sender: actor.name, school: school?.name ?? '' }
  await sendMail(ctx, {
    to: student.email,
    user_id: student.id,
    is_unproved: !student.is_proved,
    kind: 'staff_message',
    locale,
    mail: {
      subject,
      heading: subject,
      paragraphs: [
        t('student-contact:greeting', values),
        ...message.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
        t('student-contact:from', values),
      ],
      button: {
        label: t('student-contact:button', values),
        url: `${school ? originFor(config, school.host) : ''}/dashboard`,
      },
    },
  })
}

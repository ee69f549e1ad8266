import {
  createImportedStudents,
  assignUserCodes,
  insertInvitations,
  setInvitationUserCode,
} from '#accounts/index.ts'
import { remainingStudentSeats } from '#plans/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { checkLine, type CheckedLine } from '../reading/check-line.ts'
import { applyPlacement, placementsOf, addInvitationTargets, type Placement } from './placements.ts'
import type { LineErrorCode } from '../reading/line-codes.ts'
import type { PlacementOptions } from './placement-options.ts'

export interface StoredLine {
  line: number
  name: string
  email: string
  user_code: string
  faculty_ids: string[]
}

export interface LineResult {
  line: number
  result: 'added' | 'invited' | 'assigned' | 'unchanged' | null
  code: LineErrorCode | null
}

type Line = StoredLine & { check: CheckedLine; places: Placement[] }

/** Imports lines that are not done. Safe to repeat. Checks each line again, because the file was read earlier. */
export async function importLines(
  ctx: Ctx,
  stored: readonly StoredLine[],
  options: PlacementOptions,
): Promise<LineResult[]> {
  if (stored.length === 0) return []
  const common = placementsOf(options)
  const checks = await checkLine(ctx, stored)
  const lines = stored.map((line, at): Line => {
    const own = placementsOf({ faculty_ids: line.faculty_ids })
    return { ...line, check: checks[at]!, places: distinct([...common, ...own]) }
  })
  const of = (...verdicts: CheckedLine['status'][]) =>
    lines.filter(({ check: checks }) => verdicts.includes(checks.status))
  // Invited people who have not registered are added too: the school decided that they are its students.
  const added = options.add_immediately ? await addStudents(ctx, of('new', 'already_invited')) : noLines
  const invited = options.add_immediately ? noLines : await inviteNew(ctx, of('new'), options.notify ?? true)
  const changed = new Set([
    ...(await bringHere(ctx, of('existing'))),
    ...(options.add_immediately ? [] : await promiseWaiting(ctx, of('already_invited'))),
  ])
  return lines.map(({ line, check: { status, code } }) => {
    if (added.has(line)) return { line, result: 'added', code: null }
    if (invited.has(line)) return { line, result: 'invited', code: null }
    if (status === 'new' || (status === 'already_invited' && options.add_immediately))
      return { line, result: null, code: 'plan_student_limit_reached' }
    if (code) return { line, result: null, code }
    return { line, result: changed.has(line) ? 'assigned' : 'unchanged', code: null }
  })
}

const noLines: ReadonlySet<number> = new Set()

/** Adds students within the plan limit, each with the placements of the line. Returns their lines. */
async function addStudents(ctx: Ctx, lines: readonly Line[]): Promise<Set<number>> {
  const free = await remainingStudentSeats(ctx)
  const fitting = free === null ? lines : lines.slice(0, Math.max(0, free))
  const students = await createImportedStudents(
    ctx,
    fitting.map(({ name, email, user_code }) => ({ name, email, user_code: user_code || null })),
  )
  const ids = new Map(fitting.map(({ line }, at) => [line, students[at]!]))
  const fittingStudents = fitting.map((line) => ({
    ...line,
    check: { ...line.check, user_id: ids.get(line.line)!, gives_code: false },
  }))
  await bringHere(ctx, fittingStudents)
  return new Set(ids.keys())
}

const keyOf = ({ kind, target_id }: Placement) => `${kind}/${target_id}`
const distinct = (targets: Placement[]) => [
  ...new Map(targets.map((target) => [keyOf(target), target])).values(),
]

/** Invites students within the plan limit; pending invitations count. */
async function inviteNew(ctx: Ctx, lines: readonly Line[], notify: boolean): Promise<Set<number>> {
  const left = await remainingSeats(ctx)
  const fitting = left === null ? lines : lines.slice(0, Math.max(0, left))
  const people = fitting.map(({ name, email, user_code }) => ({ name, email, user_code: user_code || null }))
  const ids = await insertInvitations(ctx, { role: 'student', people, notify })
  await addInvitationTargets(
    ctx,
    fitting.map(({ places: targets }, at) => ({ invitation_id: ids[at]!, places: targets })),
  )
  if (ids.length > 0)
    await ctx.audit('invitation.batch_sent', ['school', ctx.school_id], {
      role: 'student',
      count: ids.length,
      notify,
    })
  return new Set(fitting.map(({ line }) => line))
}

export async function remainingSeats(ctx: Ctx) {
  const left = await remainingStudentSeats(ctx)
  if (left === null) return null
  const { n } = await ctx.tx
    .selectFrom('invitations')
    .where('school_id', '=', ctx.school_id)
    .where('role', '=', 'student')
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Math.max(0, left - n)
}

async function bringHere(ctx: Ctx, lines: readonly Line[]): Promise<number[]> {
  const changed = new Set<string>()
  const targets = distinct(lines.flatMap((line) => line.places))
  for (const target of targets) {
    const there = lines.filter((line) => line.places.some((one) => keyOf(one) === keyOf(target)))
    const user_ids = [...new Set(there.map(({ check: checks }) => checks.user_id!))]
    for (const id of await applyPlacement(ctx, target, user_ids)) changed.add(id)
  }
  const given = lines
    .filter(({ check: checks }) => checks.gives_code)
    .map(({ check: checks, user_code }) => ({ user_id: checks.user_id!, user_code }))
  for (const id of await assignUserCodes(ctx, given)) changed.add(id)
  return lines.filter(({ check: checks }) => changed.has(checks.user_id!)).map(({ line }) => line)
}

/** Adds placements to pending invitations, for when they are accepted. */
async function promiseWaiting(ctx: Ctx, lines: readonly Line[]): Promise<number[]> {
  const promised = await addInvitationTargets(
    ctx,
    lines.map(({ check: checks, places: targets }) => ({
      invitation_id: checks.invitation_id!,
      places: targets,
    })),
  )
  const changed = new Set(promised)
  for (const { check: checks, user_code } of lines) {
    if (!checks.gives_code) continue
    await setInvitationUserCode(ctx, { invitation_id: checks.invitation_id!, user_code })
    changed.add(checks.invitation_id!)
  }
  return lines.filter(({ check: checks }) => changed.has(checks.invitation_id!)).map(({ line }) => line)
}

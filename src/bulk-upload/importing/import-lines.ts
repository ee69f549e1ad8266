import { createListedStudents, giveCodes, insertInvitations, setInvitedCode } from '#accounts/index.ts'
import { placesLeft } from '#plans/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { judge, type Judged } from '../reading/check-line.ts'
import { bringTo, placesOf, promise, type Place } from './placements.ts'
import type { LineCode } from '../reading/line-codes.ts'
import type { Wishes } from './placement-options.ts'

export interface KeptLine {
  line: number
  name: string
  email: string
  user_code: string
  faculty_ids: string[]
}

export interface Taken {
  line: number
  outcome: 'added' | 'invited' | 'placed' | 'unchanged' | null
  code: LineCode | null
}

type Line = KeptLine & { judged: Judged; places: Place[] }

/** Does for each line what is still to be done: again, it does nothing. Judged anew, since the list was read a while ago. */
export async function takeLines(ctx: Ctx, kept: readonly KeptLine[], wishes: Wishes): Promise<Taken[]> {
  if (kept.length === 0) return []
  const common = placesOf(wishes)
  const judged = await judge(ctx, kept)
  const lines = kept.map((line, at): Line => {
    const own = placesOf({ faculty_ids: line.faculty_ids })
    return { ...line, judged: judged[at]!, places: distinct([...common, ...own]) }
  })
  const of = (...verdicts: Judged['verdict'][]) =>
    lines.filter(({ judged }) => verdicts.includes(judged.verdict))
  // Whoever was invited and has not come yet is added too: the school decided that they are its students.
  const added = wishes.add_now ? await addStudents(ctx, of('new', 'waiting')) : noLines
  const invited = wishes.add_now ? noLines : await inviteNew(ctx, of('new'), wishes.notify ?? true)
  const changed = new Set([
    ...(await bringHere(ctx, of('here'))),
    ...(wishes.add_now ? [] : await promiseWaiting(ctx, of('waiting'))),
  ])
  return lines.map(({ line, judged: { verdict, code } }) => {
    if (added.has(line)) return { line, outcome: 'added', code: null }
    if (invited.has(line)) return { line, outcome: 'invited', code: null }
    if (verdict === 'new' || (verdict === 'waiting' && wishes.add_now))
      return { line, outcome: null, code: 'plan_students_full' }
    if (code) return { line, outcome: null, code }
    return { line, outcome: changed.has(line) ? 'placed' : 'unchanged', code: null }
  })
}

const noLines: ReadonlySet<number> = new Set()

/** Adds as many as the plan lets in, each with the places of his or her line. Answers their lines. */
async function addStudents(ctx: Ctx, lines: readonly Line[]): Promise<Set<number>> {
  const free = await placesLeft(ctx)
  const fitting = free === null ? lines : lines.slice(0, Math.max(0, free))
  const students = await createListedStudents(
    ctx,
    fitting.map(({ name, email, user_code }) => ({ name, email, user_code: user_code || null })),
  )
  const ids = new Map(fitting.map(({ line }, at) => [line, students[at]!]))
  const here = fitting.map((line) => ({
    ...line,
    judged: { ...line.judged, user_id: ids.get(line.line)!, gives_code: false },
  }))
  await bringHere(ctx, here)
  return new Set(ids.keys())
}

const keyOf = ({ kind, place_id }: Place) => `${kind}/${place_id}`
const distinct = (places: Place[]) => [...new Map(places.map((place) => [keyOf(place), place])).values()]

/** Invites as many as the plan lets in, whoever was invited counting as here. */
async function inviteNew(ctx: Ctx, lines: readonly Line[], notify: boolean): Promise<Set<number>> {
  const left = await placesToGive(ctx)
  const fitting = left === null ? lines : lines.slice(0, Math.max(0, left))
  const people = fitting.map(({ name, email, user_code }) => ({ name, email, user_code: user_code || null }))
  const ids = await insertInvitations(ctx, { role: 'student', people, notify })
  await promise(
    ctx,
    fitting.map(({ places }, at) => ({ invitation_id: ids[at]!, places })),
  )
  if (ids.length > 0)
    await ctx.audit('invitation.many_sent', ['school', ctx.school_id], {
      role: 'student',
      count: ids.length,
      notify,
    })
  return new Set(fitting.map(({ line }) => line))
}

export async function placesToGive(ctx: Ctx) {
  const left = await placesLeft(ctx)
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
  const places = distinct(lines.flatMap((line) => line.places))
  for (const place of places) {
    const there = lines.filter((line) => line.places.some((one) => keyOf(one) === keyOf(place)))
    const user_ids = [...new Set(there.map(({ judged }) => judged.user_id!))]
    for (const id of await bringTo(ctx, place, user_ids)) changed.add(id)
  }
  const given = lines
    .filter(({ judged }) => judged.gives_code)
    .map(({ judged, user_code }) => ({ user_id: judged.user_id!, user_code }))
  for (const id of await giveCodes(ctx, given)) changed.add(id)
  return lines.filter(({ judged }) => changed.has(judged.user_id!)).map(({ line }) => line)
}

/** Who was invited already comes to these places too, once he or she accepts. */
async function promiseWaiting(ctx: Ctx, lines: readonly Line[]): Promise<number[]> {
  const promised = await promise(
    ctx,
    lines.map(({ judged, places }) => ({ invitation_id: judged.invitation_id!, places })),
  )
  const changed = new Set(promised)
  for (const { judged, user_code } of lines) {
    if (!judged.gives_code) continue
    await setInvitedCode(ctx, { invitation_id: judged.invitation_id!, user_code })
    changed.add(judged.invitation_id!)
  }
  return lines.filter(({ judged }) => changed.has(judged.invitation_id!)).map(({ line }) => line)
}

import { queueTables } from '#platform/jobs/queue-tables.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment } from './processes/fault-environment.ts'
import { expireJobLocks, expireIdempotencyKeys } from './advance-time.ts'
import { waitUntil } from './processes/wait-until.ts'
import { acknowledgedWrites, attemptWrite, type WriteLedger } from './writers.ts'

export interface FaultRunResult {
  /** Number of kills or restarts, or seconds. */
  rounds: number
  acknowledged: number
  lost: number
  doubled: number
  /** Other errors. */
  violations: string[]
  note: string
}

export interface FaultRunOptions {
  rounds: number
  /** Whether to wait for what only time releases; else a statement simulates the time. */
  patient: boolean
  /** Number of orders of the run `payments`. */
  orders?: number
}

/** Repeats every unacknowledged write with its first key until it is acknowledged. */
export async function checkWrites(
  world: FaultEnvironment,
  ledger: WriteLedger,
  { origin, patient }: Pick<FaultRunOptions, 'patient'> & { origin: string },
) {
  const open = () => ledger.writes.filter(({ state }) => state === 'open')
  try {
    await waitUntil('an answer to every write', 300_000, async () => {
      if (!patient) await expireIdempotencyKeys(world)
      await Promise.all(
        open().map((write) => attemptWrite(ledger, write, { fixture: world.fixture, origin })),
      )
      // Repeated requests would use up the caller's rate limit.
      if (open().length > 0) await sleep(1_000)
      return open().length === 0
    })
  } catch {
    ledger.errors.push(`${open().length} writes found no answer: ${unexpectedAnswers(ledger)}`)
  }
}

/** Waits until no mail and no job of this school is pending. */
export async function checkJobs(world: FaultEnvironment, { patient }: FaultRunOptions) {
  let passed = -Infinity
  await waitUntil('the end of the jobs', 240_000, async () => {
    if (!patient && performance.now() - passed > 15_000) {
      await expireJobLocks(world)
      passed = performance.now()
    }
    const [left] = await world.ask<{ mails: number; jobs: number }>(
      `select (select count(*)::int from mail_outbox where school_id = $1 and status = 'queued') as mails,
        (select count(*)::int from ${queueTables.jobs} j join ${queueTables.tasks} t on t.id = j.task_id
          where t.identifier = 'deliverMail' and attempts < max_attempts) as jobs`,
      [world.fixture.school_id],
    )
    return left!.mails === 0 && left!.jobs === 0
  })
}

/**
 * Checks the result of every write: each must exist once, and each invitation must have been mailed as one mail.
 */
export async function judgeWrites(
  world: FaultEnvironment,
  ledger: WriteLedger,
  { mails }: { mails: boolean },
) {
  const { fixture, mailbox } = world
  const notes = await world.ask<{ note: string }>('select note from notes where school_id = $1', [
    fixture.school_id,
  ])
  const invitations = await world.ask<{ email: string }>(
    'select email from invitations where school_id = $1',
    [fixture.school_id],
  )
  const found = tally([
    ...notes.map(({ note }) => /mark[0-9a-f]{32}/.exec(note)?.[0]),
    ...invitations.map(({ email }) => /mark[0-9a-f]{32}/.exec(email)?.[0]),
  ])
  const messageIds = new Map<string, Set<string>>()
  for (const { to, headers } of mailbox.letters) {
    const mark = /mark[0-9a-f]{32}/.exec(to.join(' '))?.[0]
    if (mark) messageIds.set(mark, (messageIds.get(mark) ?? new Set()).add(headers['message-id'] ?? ''))
  }
  const lost = acknowledgedWrites(ledger).filter(
    ({ mark, kind }) => !found.has(mark) || (mails && kind === 'invitation' && !messageIds.has(mark)),
  )
  const doubled = ledger.writes.filter(
    ({ mark }) => (found.get(mark) ?? 0) > 1 || (messageIds.get(mark)?.size ?? 0) > 1,
  )
  return {
    acknowledged: acknowledgedWrites(ledger).length,
    lost: lost.length,
    doubled: doubled.length,
    violations: ledger.errors,
  }
}

/** Number of mails of this run that a recipient got twice. */
export function duplicateMails({ mailbox }: FaultEnvironment, { writes }: WriteLedger) {
  const ours = new Set(writes.map(({ mark }) => mark))
  const marks = mailbox.letters
    .map(({ to }) => /mark[0-9a-f]{32}/.exec(to.join(' '))?.[0])
    .filter((mark) => mark !== undefined && ours.has(mark))
  return marks.length - new Set(marks).size
}

function tally(marks: (string | undefined)[]) {
  const counts = new Map<string, number>()
  for (const mark of marks) if (mark) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

/** Unexpected responses in one line. */
export const unexpectedAnswers = ({ others }: WriteLedger) =>
  [...others].map(([what, times]) => `${times} × ${what}`).join(', ')

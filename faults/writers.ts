import { setTimeout as sleep } from 'node:timers/promises'
import { invite } from '#accounts/contract.ts'
import { createNote } from '#notes/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { send, type HttpResponse } from './processes/send.ts'
import type { FaultFixture } from './processes/fault-fixture.ts'

export type WriteKind = 'note' | 'invitation'

export interface Write {
  kind: WriteKind
  /** Contained in the text of the note, or in the invited address. */
  mark: string
  key: string
  token: string
  /** `open` until a 201 response: afterwards it must not be lost. */
  state: 'open' | 'acknowledged'
}

export interface WriteLedger {
  writes: Write[]
  /** Counts of other responses and connection errors. */
  others: Map<string, number>
  /** Responses that are always errors. */
  errors: string[]
}

export const createWriteLedger = (): WriteLedger => ({ writes: [], others: new Map(), errors: [] })

export const acknowledgedWrites = ({ writes }: WriteLedger) =>
  writes.filter(({ state }) => state === 'acknowledged')

interface WritersOptions {
  ledger: WriteLedger
  fixture: FaultFixture
  /** Address of the server; null while there is none. */
  origin: () => string | null
  kinds?: WriteKind[]
}

/** Whether so many mails are pending that more would prove nothing. */
export function hasPendingMails(ledger: WriteLedger, mails: () => number) {
  const before = mails()
  return () =>
    acknowledgedWrites(ledger).filter(({ kind }) => kind === 'invitation').length - (mails() - before) > 40
}

/** Callers that write one item after the other, each repeated until acknowledged, like the typed client. */
export function startWriters({ ledger, fixture, origin, kinds = ['note', 'invitation'] }: WritersOptions) {
  let stopping = false
  let turn = 0
  async function writeOn() {
    while (!stopping) {
      const write = nextWrite(fixture, kinds[turn % kinds.length]!, turn++)
      ledger.writes.push(write)
      while (!stopping && write.state === 'open') {
        const to = origin()
        const outcome = to && (await attemptWrite(ledger, write, { fixture, origin: to }))
        if (outcome === 'leave') break
        if (outcome !== 'acknowledged') await sleep(50)
      }
    }
  }
  const writers = Array.from({ length: 4 }, () => writeOn())
  return async () => {
    stopping = true
    await Promise.all(writers)
  }
}

function nextWrite({ students, admins }: FaultFixture, kind: WriteKind, turn: number): Write {
  const tokens = kind === 'note' ? students : admins
  const token = tokens[Math.floor(turn / 2) % tokens.length]!
  return { kind, mark: `mark${newId().replaceAll('-', '')}`, key: newId(), token, state: 'open' }
}

/** `leave`: an interrupted attempt holds this key until it expires. */
export async function attemptWrite(
  ledger: WriteLedger,
  write: Write,
  { fixture, origin }: { fixture: FaultFixture; origin: string },
) {
  try {
    const answer = await send(origin, requestOf(fixture, write))
    if (answer.status === 201) {
      write.state = 'acknowledged'
      return 'acknowledged'
    }
    return checkLine(ledger, answer)
  } catch (error) {
    count(ledger, (error as NodeJS.ErrnoException).code ?? String(error))
    return 'again'
  }
}

function checkLine(ledger: WriteLedger, { status, headers, text }: HttpResponse): 'again' | 'leave' {
  const { code } = headers['content-type']?.includes('problem+json')
    ? JSON.parse(text)
    : { code: 'no problem' }
  count(ledger, `${status} ${code}`)
  if (status === 409 && code === 'in_progress') return 'leave'
  const isBusy = status === 503 && code === 'busy' && headers['retry-after']
  if (!isBusy) ledger.errors.push(`${status} ${text.slice(0, 300)}`)
  return 'again'
}

const count = ({ others }: WriteLedger, what: string) => others.set(what, (others.get(what) ?? 0) + 1)

function requestOf({ host, course_id, content_id }: FaultFixture, { kind, mark, key, token }: Write) {
  const headers = { 'x-access-token': token, 'idempotency-key': key }
  const sent = { method: 'POST' as const, host, headers }
  return kind === 'note'
    ? { ...sent, path: `/api${createNote.path}`, body: { course_id, content_id, note: `<p>${mark}</p>` } }
    : {
        ...sent,
        path: `/api${invite.path}`,
        body: { email: `${mark}@people.test`, role: 'student' },
      }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#app.ts'
import { isChangeFeedStatement } from '#platform/database/change-log.ts'

export interface Recording {
  databaseUrl: string
  password: string
  passwordHash: string
  pages: { name: string; headers: Record<string, string>; body: string }[]
  calls: {
    name: string
    method: 'GET' | 'PUT' | 'POST'
    startStatement: string
    turns: {
      statements: { sql: string; parameters: unknown[] }[]
      answer: string
      /** Texts of the parameters that differ from request to request. */
      replaced?: Record<string, 'uuid' | 'number'>
    }[]
  }[]
}

export interface RecordedRequest {
  method: 'GET' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
}

/** Records every statement that the product ran since the last `take`. */
export function createStatementLog() {
  let recorded: { sql: string; parameters: unknown[] }[] = []
  return {
    note(sql: string, parameters: readonly unknown[]) {
      if (!isChangeFeedStatement(sql)) recorded.push({ sql, parameters: parameters.map(portable) })
    },
    take() {
      const taken = recorded
      recorded = []
      return taken
    },
  }
}

const portable = (value: unknown) =>
  Buffer.isBuffer(value)
    ? { bytes: value.toString('base64') }
    : value instanceof Date
      ? value.toISOString()
      : value

/** Bytes and headers of a page as a browser gets them. */
export async function recordPage(
  app: App,
  name: string,
  { url, headers }: { url: string; headers: Record<string, string> },
) {
  const answer = await app.http.inject({ url, headers })
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  const replyHeaders = Object.entries(answer.headers).filter(
    ([key]) => !['content-length', 'date', 'connection'].includes(key),
  )
  const sent = Object.fromEntries(replyHeaders.map(([key, value]) => [key, String(value)]))
  return { name, headers: sent, body: answer.rawPayload.toString('base64') }
}

/** The statements of one call between begin and commit, each once, and its response, per request. */
export async function recordCall(
  app: App,
  log: ReturnType<typeof createStatementLog>,
  { name, requests }: { name: string; requests: RecordedRequest[] },
): Promise<Recording['calls'][number]> {
  const turns: Recording['calls'][number]['turns'] = []
  let startStatement = 'begin'
  for (const { method, url, headers, body } of requests) {
    const send = () => app.http.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
    // The first request of a session also records its use, which later ones do not for a while.
    await send()
    await sleep(30)
    log.take()
    const answer = await send()
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    const recorded = statementsOfTransaction(log.take())
    startStatement = recorded.startStatement
    turns.push({ statements: recorded.statements, answer: answer.body })
  }
  return { name, method: requests[0]!.method, startStatement, turns }
}

/** The first transaction of recorded statements: how it begins, and its statements until the commit, each once. */
export function statementsOfTransaction(recorded: { sql: string; parameters: unknown[] }[]) {
  const start = recorded.findIndex(({ sql }) => sql.startsWith('begin'))
  const end = recorded.findIndex(({ sql }, at) => at > start && sql === 'commit')
  return {
    startStatement: recorded[start]?.sql ?? 'begin',
    statements: withoutRepeats(recorded.slice(start + 1, end)),
  }
}

/** Repeated statements in one call are not counted: the product could avoid them. */
const withoutRepeats = <S extends { sql: string }>(statements: S[]) =>
  statements.filter(({ sql }, at) => statements.findLastIndex((other) => other.sql === sql) === at)

import { randomUUID } from 'node:crypto'
import type { ErrorReportingConfig } from '../config/error-reporting.ts'
import type { LoggedError } from '../telemetry/log.ts'
import { scrubText } from './scrub-value.ts'
import type { EnvelopeSender } from './sender.ts'

/** Maximum reports of one process per minute. */
export const maxPerMinute = 60
const maxFrames = 50
const minuteMs = 60_000

interface Options extends Pick<ErrorReportingConfig, 'environment' | 'release'> {
  sender: EnvelopeSender
  /** Fields of log lines that become tags beside those of requests and jobs. */
  tagFields?: readonly string[]
  now?: () => number
}

/**
 * Reports each error of the log: with the id of the request or job, the kind of the error, its scrubbed message
 * and its stack. Without request, user or values.
 */
export function createServerErrorReporter({
  sender,
  environment,
  release,
  tagFields = [],
  now = Date.now,
}: Options) {
  const tagNames = { ...requestTags, ...Object.fromEntries(tagFields.map((field) => [field, field])) }
  let minute = 0
  let reported = 0
  return ({ error, message, fields }: LoggedError) => {
    const current = Math.floor(now() / minuteMs)
    if (current !== minute) {
      minute = current
      reported = 0
    }
    if (++reported > maxPerMinute) return
    const event_id = randomUUID().replaceAll('-', '')
    const payload = JSON.stringify({
      event_id,
      timestamp: now() / 1000,
      platform: 'node',
      level: 'error',
      logger: 'server',
      environment,
      ...(release && { release }),
      transaction: message,
      tags: tagsOf(tagNames, fields),
      exception: { values: [exceptionOf(error)] },
    })
    sender.send({ event_id, items: [{ type: 'event', payload }] })
  }
}

/** Tags by the names of their log fields. */
const requestTags = { reqId: 'request_id', job: 'job', job_id: 'job_id' }

function tagsOf(tagNames: Record<string, string>, fields: Record<string, unknown>) {
  const found = Object.entries(tagNames).flatMap(([field, tag]) => {
    const value = fields[field]
    return typeof value === 'string' || typeof value === 'number' ? [[tag, String(value).slice(0, 200)]] : []
  })
  return Object.fromEntries(found) as Record<string, string>
}

const exceptionOf = (error: Error) => ({
  type: error.name.slice(0, 100),
  value: scrubText(error.message),
  stacktrace: { frames: framesOf(error.stack ?? '') },
  mechanism: { type: 'generic', handled: true },
})

/** Frames of a stack, oldest first as the protocol requires. */
function framesOf(stack: string) {
  return stack
    .slice(0, 20_000)
    .split('\n')
    .flatMap((line) => {
      const found = /^ {4}at (?:(.{1,200}?) \()?(.{1,500}?):(\d{1,7}):(\d{1,7})\)?$/.exec(line)
      if (!found) return []
      const [, name, file = '', lineno, colno] = found
      const filename = file.replace(/^file:\/\//, '')
      return [
        {
          function: name ?? '?',
          filename: filename.startsWith(process.cwd()) ? filename.slice(process.cwd().length + 1) : filename,
          lineno: Number(lineno),
          colno: Number(colno),
          in_app: !filename.includes('node_modules') && !filename.startsWith('node:'),
        },
      ]
    })
    .slice(0, maxFrames)
    .toReversed()
}

import { setErrorReporter, errorReporting } from '#platform/client/error-reports/error-reporting.ts'
import type { PageFrame } from '#tenancy/client/page-frame.ts'

interface Page {
  frame: PageFrame
  /** Errors during support visits are not reported, because they may contain texts of schools. */
  isSupportVisit: () => boolean
  post: (path: string, body: { envelope: string }) => Promise<unknown>
}

/** Maximum number of reports per page: a repeated error adds no information. */
const maxReports = 10
/** Maximum characters and lines of a stack; endless recursion would fill it. */
const maxStack = 4_000
const maxFrames = 30

/** Posts uncaught errors of a page without the app to our server, which adds the user if consent allows it. */
export function reportErrors({ frame, isSupportVisit, post }: Page) {
  const settings = frame.error_reports
  if (!settings) return
  let left = maxReports
  const capture = (error: unknown) => {
    if (left-- <= 0 || isSupportVisit()) return
    const event = { ...eventOf(error), environment: settings.environment }
    const event_id = event.event_id
    const lines = [{ event_id, sent_at: new Date() }, { type: 'event' }, event]
    const envelope = lines.map((line) => JSON.stringify(line)).join('\n')
    void post('/error-reports/v1/envelopes', { envelope }).catch(() => null)
  }
  setErrorReporter({ setUser() {}, capture })
  addEventListener('error', ({ error }) => errorReporting.capture(error ?? undefined))
  addEventListener('unhandledrejection', ({ reason }) => errorReporting.capture(reason))
}

function eventOf(error: unknown) {
  const { name, message, stack } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  return {
    event_id: crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + hex(byte), ''),
    timestamp: Date.now() / 1_000,
    platform: 'javascript',
    level: 'error',
    exception: {
      values: [{ type: name, value: message.slice(0, 2_000), stacktrace: { frames: framesOf(stack ?? '') } }],
    },
    request: { url: location.pathname },
  }
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/** Parses the frames of a stack; innermost last, as the Sentry protocol requires. */
function framesOf(stack: string) {
  const lines = stack.slice(0, maxStack).split('\n').slice(0, maxFrames)
  return lines.flatMap((line) => frameOf(line) ?? []).reverse()
}

function frameOf(line: string) {
  const at = line.search(/https?:\/\//)
  const [, filename, lineno, colno] = /^(\S+?):(\d+):(\d+)\)?$/.exec(line.slice(at)) ?? []
  if (at < 0 || !filename) return null
  const name = line
    .slice(0, at)
    .replace(/^\s*at /, '')
    .replace(/(?<![\s@(])[\s@(]+$/, '')
  return { filename, function: name || '?', lineno: Number(lineno), colno: Number(colno), in_app: true }
}

import { setErrorReporter, errorReporting } from '#platform/client/error-reports/error-reporting.ts'
import type { PageFrame } from '#tenancy/client/page-frame.ts'

interface Page {
  frame: PageFrame
  /** Support reads what schools wrote and reports nothing of it. */
  isSupportVisit: () => boolean
  post: (path: string, body: { envelope: string }) => Promise<unknown>
}

/** Reports of one page: an error that repeats says nothing new. */
const maxReports = 10
/** Characters and lines of a stack; a recursion without end fills it with itself. */
const maxStack = 4_000
const maxFrames = 30

/** Posts the uncaught errors of a page without the app through our own server, which adds whose they are if they may be told. */
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

/** Frames of a stack as browsers write it, the innermost last as the protocol wants it. */
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

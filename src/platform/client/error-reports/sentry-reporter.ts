import {
  addIntegration,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  createTransport,
  dedupeIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  init,
  linkedErrorsIntegration,
  setTag,
  setUser,
  type Breadcrumb,
  type BreadcrumbHint,
  type BrowserOptions,
} from '@sentry/browser'
import { redactUrl } from '#lib/urls/redact-url.ts'
import { isExpectedError, type ErrorReporter } from './error-reporting.ts'
import { isRecording, compressEnvelope, type CompressedEnvelope } from './compress-envelope.ts'
import { drawSampling, type Sampling } from './sampling.ts'

export interface ErrorReportsPage {
  environment: string
  release: string | null
  /** Posts an envelope to the product's origin. */
  post: (path: 'envelopes' | 'recordings', body: CompressedEnvelope) => Promise<{ status: number }>
  /** Whether the person consents to detailed reports. */
  hasConsent: () => boolean
  random?: () => number
}

const maxBreadcrumbs = 30
/** Resource spans of scripts, styles and images add nothing to the timing of the page. */
const ownFiles = ['script', 'link', 'css', 'img', 'image', 'font', 'other'].map((kind) => `resource.${kind}`)
/** Maximum lengths in characters; the contract has the same. */
const maxLength = { envelopes: 64_000, recordings: 480_000 }
/** The SDK requires a DSN; nothing is sent there, because the transport is ours. */
const noDsn = 'https://none@errors.invalid/1'

/** Starts Sentry's browser SDK, which reports through the product's server only. */
export function startSentry(page: ErrorReportsPage): ErrorReporter {
  const { hasConsent, random = Math.random } = page
  const sampling = drawSampling(random)
  init(sdkOptions(page, sampling))
  const recordIfAllowed = replayStarter(hasConsent, sampling.replaySession || sampling.replayOnError)
  recordIfAllowed()
  return {
    setUser(user) {
      setUser(user && hasConsent() ? { id: user.id } : null)
      setTag('user_type', user?.user_type)
      recordIfAllowed()
    },
    capture(error) {
      const request_id = (error as { request_id?: unknown } | null)?.request_id
      captureException(error, typeof request_id === 'string' ? { tags: { request_id } } : undefined)
    },
  }
}

function sdkOptions({ environment, release, post }: ErrorReportsPage, sampling: Sampling): BrowserOptions {
  return {
    dsn: noDsn,
    environment,
    ...(release && { release }),
    sampleRate: 1,
    tracesSampleRate: sampling.traces ? 1 : 0,
    replaysSessionSampleRate: sampling.replaySession ? 1 : 0,
    replaysOnErrorSampleRate: sampling.replayOnError ? 1 : 0,
    maxBreadcrumbs,
    // Complete transactions, which every compatible service accepts.
    traceLifecycle: 'static',
    sendClientReports: false,
    // No trace header is sent to other servers: request ids link a report to the log.
    tracePropagationTargets: [],
    defaultIntegrations: false,
    integrations: [
      functionToStringIntegration(),
      breadcrumbsIntegration({ dom: false, history: true, fetch: true, xhr: true }),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      browserTracingIntegration({ enableInp: false, ignoreResourceSpans: ownFiles }),
    ],
    beforeBreadcrumb: scrubbedBreadcrumb,
    beforeSend: (event, { originalException }) => (isExpectedError(originalException) ? null : event),
    transport: (options) => createTransport(options, ({ body }) => sendEnvelope(post, body)),
  }
}

async function sendEnvelope(post: ErrorReportsPage['post'], body: string | Uint8Array) {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const sent = await compressEnvelope(text)
  // Browser and server agree on the maximum length.
  const path = isRecording(text) ? 'recordings' : 'envelopes'
  if (sent.envelope.length > maxLength[path]) return { statusCode: 413 }
  return { statusCode: (await post(path, sent)).status }
}

/**
 * Starts the recorder once, for a sampled visit and a person with consent. Texts, inputs and media are masked.
 */
function replayStarter(hasConsent: () => boolean, isDrawn: boolean) {
  let isStarted = false
  return () => {
    if (isStarted || !isDrawn || !hasConsent()) return
    isStarted = true
    void import('./replay.ts').then(
      ({ createMaskedReplay: maskedReplay }) => addIntegration(maskedReplay()),
      () => null,
    )
  }
}

/** Removes secrets from addresses, and adds the request id of the server's log. */
function scrubbedBreadcrumb(breadcrumb: Breadcrumb, hint?: BreadcrumbHint): Breadcrumb | null {
  const { url, from, to, ...data } = breadcrumb.data ?? {}
  const scrubbed = Object.entries({ url, from, to }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, redactUrl(value)]] : [],
  )
  const request_id = (hint?.response as Response | undefined)?.headers?.get('x-request-id')
  return {
    ...breadcrumb,
    data: { ...data, ...Object.fromEntries(scrubbed), ...(request_id && { request_id }) },
  }
}

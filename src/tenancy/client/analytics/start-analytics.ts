import { createAnalytics, type Analytics, type Properties } from '#lib/client-analytics/index.ts'
import type { PageFrame } from '../page-frame.ts'
import type { Session } from '../session/session.ts'
import { createProviderSink } from './provider-sink.ts'
import { createSchoolSink, type PostUsageEvents } from './school-sink.ts'

export interface AnalyticsPage {
  frame: Pick<PageFrame, 'analytics' | 'locale' | 'host'>
  session: () => Session | null
  post: PostUsageEvents
  log?: (message: string, cause?: unknown) => void
}

/** Properties that are never sent. */
const property_blacklist = ['email', 'name', 'password', 'token']

export interface RunningAnalytics {
  track(name: string, properties?: Properties): void
  /** Call after a registration on this page: the browser's id becomes an alias of the person. */
  registered(): void
  /** Call after a change of session or consent. */
  sessionChanged(): void
  flush(): void
}

/** Starts client analytics if the school allows it. */
export function startAnalytics({ frame, session, post, log = () => {} }: AnalyticsPage): RunningAnalytics {
  const { reports_events, provider } = frame.analytics
  const school = createSchoolSink(post)
  const thirdParty = provider && createProviderSink(provider)
  const mayBeNamed = () => !refusesTracking() && consentsOf(session()).includes('usage_statistics')
  const analytics = createAnalytics({
    active: reports_events,
    // Lives as long as the page: nothing that identifies a browser is stored.
    device_id: crypto.randomUUID(),
    property_blacklist,
    log,
    send(call) {
      school.send(call)
      if (thirdParty && mayBeNamed()) thirdParty.send(call)
    },
  })
  const person = createPersonReporter({ frame, session, analytics, mayBeNamed })
  person.report()
  return {
    track: (name, properties) => analytics.track(name, { ...properties, locale: frame.locale }),
    registered: person.registered,
    sessionChanged: person.report,
    flush() {
      school.flush()
      thirdParty?.flush()
    },
  }
}

interface PersonReporterOptions extends Pick<AnalyticsPage, 'frame' | 'session'> {
  analytics: Analytics
  /** Whether the person consents to be named. */
  mayBeNamed: () => boolean
}

/** Names each person of the session once, after consent. */
function createPersonReporter({ frame, session, analytics, mayBeNamed }: PersonReporterOptions) {
  let hasRegistered = false
  let reportedId: string | null = null
  return {
    report() {
      const current = session()
      const id = current?.details?._id
      if (!id || id === reportedId || !mayBeNamed()) return
      if (hasRegistered) analytics.alias(id)
      analytics.identify(id)
      analytics.setPerson({
        user_type: current.user_type,
        locale: frame.locale,
        ...(frame.host.kind === 'school' && { school_id: frame.host.school.school_id }),
      })
      reportedId = id
    },
    registered() {
      hasRegistered = true
    },
  }
}

/** Global Privacy Control (https://w3c.github.io/gpc/) and Do Not Track. */
const refusesTracking = () =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  navigator.doNotTrack === '1'

function consentsOf(session: Session | null): unknown[] {
  const purposes = session?.details?.consented_purposes
  return Array.isArray(purposes) ? purposes : []
}

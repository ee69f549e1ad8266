/** Prefix of the id that a browser generates before its person is identified. */
export const devicePrefix = '$device:'

/** Maximum length of a text in a property; longer texts are truncated. */
export const maxPropertyLength = 255

export const analyticsMessages = {
  noEventName: 'No event name provided',
  devicePrefix: `distinct_id cannot have ${devicePrefix} prefix`,
  aliasIsCurrent: 'alias matches current distinct_id - skipping api call.',
  aliasIsPeopleUser: 'Attempting to create alias for existing People user - aborting.',
  blacklist: 'property_blacklist must be an array',
  failed: 'Tracking failed',
} as const

export type Properties = Record<string, unknown>

export type AnalyticsCall =
  | { kind: 'event'; name: string; distinct_id: string; properties: Properties }
  | { kind: 'identify'; distinct_id: string; anonymous_id: string }
  | { kind: 'alias'; distinct_id: string; alias: string }
  | { kind: 'people'; distinct_id: string; properties: Properties }

export interface AnalyticsOptions {
  /** True on production pages only; otherwise nothing is tracked. */
  active: boolean
  /** Sends one call to the analytics server. Its failures never reach the page. */
  send: (call: AnalyticsCall) => void | Promise<void>
  log: (message: string, cause?: unknown) => void
  /** The id of this browser, without the prefix. */
  device_id: string
  /** Names of properties that are never sent. */
  property_blacklist?: unknown
}

export interface Analytics {
  readonly distinct_id: string
  track: (event: string, properties?: Properties) => void
  /** Sets the person of this browser for later calls. */
  identify: (id: string) => void
  /** Gives a person a second id. */
  alias: (alias: string, original?: string) => void
  /** Stores properties of the identified person. */
  setPerson: (properties: Properties) => void
}

/**
 * Client-side analytics without I/O: validates each call and passes it to `send`. Invalid calls are logged, not
 * thrown.
 */
export function createAnalytics(options: AnalyticsOptions): Analytics {
  const { log } = options
  const blacklist = blacklistOf(options.property_blacklist, log)
  let current = devicePrefix + options.device_id
  let person: string | null = null
  const safely = (call: AnalyticsCall) => sendSafely(options, call)
  const shown = (properties: Properties = {}) => allowedProperties(properties, blacklist)

  return {
    get distinct_id() {
      return current
    },
    track(name, properties) {
      if (!name) return log(analyticsMessages.noEventName)
      safely({ kind: 'event', name, distinct_id: current, properties: shown(properties) })
    },
    identify(id) {
      if (id.startsWith(devicePrefix)) return log(analyticsMessages.devicePrefix)
      const anonymous_id = current
      current = id
      person = id
      if (anonymous_id !== id) safely({ kind: 'identify', distinct_id: id, anonymous_id })
    },
    alias(alias, original = current) {
      if (alias === person) return log(analyticsMessages.aliasIsPeopleUser)
      if (alias === original || alias === current) return log(analyticsMessages.aliasIsCurrent)
      safely({ kind: 'alias', distinct_id: original, alias })
    },
    setPerson(properties) {
      if (person) safely({ kind: 'people', distinct_id: person, properties: shown(properties) })
    },
  }
}

/** Failures are logged only: the page goes on without analytics. */
function sendSafely({ active, send, log }: AnalyticsOptions, call: AnalyticsCall) {
  if (!active) return
  const failed = (cause: unknown) => log(analyticsMessages.failed, cause)
  try {
    Promise.resolve(send(call)).catch(failed)
  } catch (cause) {
    failed(cause)
  }
}

const allowedProperties = (properties: Properties, blacklist: string[]): Properties =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !blacklist.includes(name))
      .map(([name, value]) => [name, truncated(value)]),
  )

function blacklistOf(given: unknown, log: AnalyticsOptions['log']): string[] {
  if (given === undefined) return []
  if (Array.isArray(given)) return given.map(String)
  log(analyticsMessages.blacklist)
  return []
}

/** Truncates texts at any depth; other values stay unchanged. */
function truncated(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxPropertyLength)
  if (Array.isArray(value)) return value.map(truncated)
  if (value && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, truncated(inner)]))
  return value
}

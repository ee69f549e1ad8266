import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { generatedSecret } from './generated-secret.ts'
import { readAnalytics, type AnalyticsConfig } from './analytics.ts'
import { readErrorReporting, type ErrorReportingConfig } from './error-reporting.ts'
import { readS3, type S3Config } from './s3.ts'
import { readConnections, type ConnectionConfig } from './connections.ts'
import { readTelemetry, type TelemetryConfig } from './telemetry.ts'
import { readOidc, type OidcConfig } from './oidc.ts'
import { readAssistant, type AssistantConfig } from './assistant.ts'
import { readPasswords, type PasswordConfig } from './passwords.ts'
import { readDatabase, type DatabaseConfig } from './database.ts'
import { readClosing, type ClosingConfig } from './school-closure.ts'
import { readOutsideMail, type ExternalMailConfig } from './mail.ts'
import { readFreeLimits, type FreeLimits } from './plans.ts'
import { readSupport, type SupportConfig } from './support.ts'
import { readTransport, type TransportConfig } from './transport.ts'

const environments = ['development', 'production', 'test'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config
  extends
    SupportConfig,
    ConnectionConfig,
    Omit<TransportConfig, 'ensureEncrypted'>,
    PasswordConfig,
    DatabaseConfig {
  environment: (typeof environments)[number]
  production: boolean
  /** 0 means any free port. */
  port: number
  host: string
  rootDomain: string
  /** The host that schools' own domains have to point to. */
  domainTarget: string
  /** Who is asked about schools' own domains; the system's where empty. */
  dnsServers: string[]
  /** The port that links show; null where the protocol's own port serves. */
  publicPort: number | null
  /** Absolute path. */
  dataDir: string
  appSecret: string
  /** The one before: what it sealed still opens. */
  previousSecret: string | null
  logLevel: (typeof logLevels)[number]
  mailFrom: string
  /** The public pair by which the web client names itself. Not a secret: every browser has it. */
  webApiUsername: string
  webApiSecret: string
  /** Days after which a session ends however often it was used. */
  sessionDays: number
  /** Jobs that one worker runs at once. */
  jobSlots: number
  /** Whether the demo schools are loaded into a new database. */
  demo: boolean
  /** Null where files can lie on disk only. */
  s3: S3Config | null
  /** Where new files go; the other side, where there is one, is still read. */
  storage: 'disk' | 's3'
  /** Absolute path. Null where no backups are kept. */
  backupDir: string | null
  /** Whole backups that stay; older ones go, with what only they need. */
  backupKeep: number
  /** Between saying that it is not ready any more and refusing connections: a proxy needs this long to notice. */
  drainSeconds: number
  assistant: AssistantConfig
  freeLimits: FreeLimits
  outsideMail: ExternalMailConfig
  /** The platform's own terms of use and privacy notice, for schools that have none; null where there are none. */
  termsUrl: string | null
  privacyUrl: string | null
  closing: ClosingConfig
  /** Null where nobody is told of traces and metrics. */
  telemetry: TelemetryConfig | null
  analytics: AnalyticsConfig
  /** Null where nobody is told of errors. */
  errorReporting: ErrorReportingConfig | null
  /** Null where people log in by password and link only. */
  oidc: OidcConfig | null
  /** Whether calls to other people's servers may reach this machine, by plain http too. Never in production. */
  outboundLoopback: boolean
}

/** The pair by which the web client names itself, unless the environment sets another. */
export const defaultWebApiCredentials = { username: 'school-web', secret: 'school-web-public' }

/** The environment was wrong; the message has one line for each fault and names the variable. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(errors: string[]) {
    super(`The configuration is not usable:\n${errors.map((error) => `  ${error}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = errors
  }
}

/**
 * Reads the whole configuration from the environment, or throws a ConfigError that lists every fault.
 * Outside production a secret is made once and kept in DATA_DIR/secret.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const read = reader(env)
  const environment = read.oneOf('NODE_ENV', environments, 'development')
  const production = environment === 'production'
  const port = read.number('PORT', 3000, { min: 0, max: 65_535 })
  const rootDomain = read.text('ROOT_DOMAIN', 'localhost', isHostname, 'a host name such as lyceum.example')
  const { ensureEncrypted, ...transport } = readTransport(read, production, isUrl)
  const publicPort = read.number('PUBLIC_PORT', port, { min: 1, max: 65_535 })
  const s3 = readS3(read, env)
  const config = {
    environment,
    production,
    port,
    host: read.text(
      'HOST',
      'localhost',
      (host) => isIP(host) > 0 || isHostname(host),
      'an address to listen on',
    ),
    rootDomain: rootDomain.toLowerCase(),
    domainTarget: read.text('DOMAIN_TARGET', rootDomain, isHostname, 'a host name').toLowerCase(),
    dnsServers: read.list('DNS_SERVERS', [], isDnsServer, 'addresses such as 9.9.9.9 or 127.0.0.1:5353'),
    ...transport,
    publicPort: publicPort === (transport.publicProtocol === 'https' ? 443 : 80) ? null : publicPort,
    dataDir: resolve(read.text('DATA_DIR', 'data')),
    // Whoever starts it by hand would lose the logins behind a line for each request and job.
    logLevel: read.oneOf('LOG_LEVEL', logLevels, !production && process.stdout.isTTY ? 'warn' : 'info'),
    ...readConnections(read),
    mailFrom: read.text(
      'MAIL_FROM',
      `Lyceum <no-reply@${rootDomain}>`,
      isSender,
      'a sender: name@host or Name <name@host>',
    ),
    webApiUsername: read.text('WEB_API_USERNAME', defaultWebApiCredentials.username),
    webApiSecret: read.text('WEB_API_SECRET', defaultWebApiCredentials.secret),
    ...readDatabase(read),
    ...readPasswords(read, production),
    ...readSupport(read, isEmail, production),
    sessionDays: read.number('SESSION_DAYS', 90, { min: 1, max: 3_650 }),
    jobSlots: read.number('WORKER_CONCURRENCY', 4, { min: 1, max: 64 }),
    demo: read.oneOf('DEMO', ['on', 'off'] as const, production ? 'off' : 'on') === 'on',
    s3,
    storage: read.oneOf('STORAGE', ['disk', 's3'] as const, s3 ? 's3' : 'disk'),
    backupDir: folder(read.optional('BACKUP_DIR', isPlainPath, 'a folder, without quotes or per cent signs')),
    backupKeep: read.number('BACKUP_RETAIN_COUNT', 7, { min: 1, max: 1_000 }),
    drainSeconds: read.number('SHUTDOWN_DRAIN_SECONDS', production ? 5 : 0, { min: 0, max: 10 }),
    assistant: readAssistant(read),
    freeLimits: readFreeLimits(read),
    outsideMail: readOutsideMail(read),
    termsUrl: read.optional('TERMS_URL', isUrl('https:'), 'an https:// address'),
    privacyUrl: read.optional('PRIVACY_URL', isUrl('https:'), 'an https:// address'),
    closing: readClosing(read),
    telemetry: readTelemetry(read),
    analytics: readAnalytics(read, production),
    errorReporting: readErrorReporting(read, environment),
    oidc: readOidc(read, env, production),
    outboundLoopback: read.oneOf('ALLOW_LOOPBACK_OUTBOUND', ['on', 'off'] as const, 'off') === 'on',
  }
  if (production && config.outboundLoopback)
    read.fault('ALLOW_LOOPBACK_OUTBOUND', 'must be off in production')
  ensureEncrypted('store', 'S3_ENDPOINT', s3?.endpoint ?? null)
  ensureEncrypted('assistant', 'ASSISTANT_URL', config.assistant.endpoint?.url ?? null)
  const { tracesUrl = null, metricsUrl = null } = config.telemetry ?? {}
  for (const url of new Set([tracesUrl, metricsUrl]))
    ensureEncrypted('telemetry', 'OTEL_EXPORTER_OTLP_ENDPOINT', url)
  ensureEncrypted('analytics', 'ANALYTICS_URL', config.analytics.provider?.url ?? null)
  ensureEncrypted('errors', 'ERROR_REPORTING_DSN', config.errorReporting?.dsn.text ?? null)
  const secret = read.secret('APP_SECRET', production)
  const previousSecret = read.secret('APP_SECRET_PREVIOUS', false)
  if (previousSecret && previousSecret === secret)
    read.fault('APP_SECRET_PREVIOUS', 'is the same as APP_SECRET')
  if (config.storage === 's3' && !s3) read.fault('STORAGE', 'is s3, but S3_BUCKET names no bucket')
  read.finish()
  return { ...config, previousSecret, appSecret: secret ?? generatedSecret(config.dataDir) }
}

/** An address, with or without a port. */
const isDnsServer = (value: string) =>
  isIP(value) > 0 || isIP(value.replace(/^\[?(.*?)\]?:\d{1,5}$/, '$1')) > 0

/** Postgres puts it into a command line of its own. */
const isPlainPath = (value: string) => !/["'%\\$`\n]/.test(value)
const folder = (path: string | null) => (path === null ? null : resolve(path))

/** The address of one of our hosts, as links in pages and mail show it. */
export function originFor(config: Pick<Config, 'publicProtocol' | 'publicPort'>, hostname: string) {
  return `${config.publicProtocol}://${hostname}${config.publicPort === null ? '' : `:${config.publicPort}`}`
}

type Test = (value: string) => boolean
export type ConfigReader = ReturnType<typeof reader>

function reader(env: NodeJS.ProcessEnv) {
  const errors: string[] = []
  const error = (name: string, what: string) => void errors.push(`${name} ${what}`)
  const given = (name: string) => env[name]?.trim() || undefined
  const shown = (value: string) => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)

  function optional(name: string, test: Test, wanted: string): string | null {
    const value = given(name)
    if (value === undefined || test(value)) return value ?? null
    // An address may hold a password.
    error(name, /_(?:URL|DSN)$/.test(name) ? `must be ${wanted}` : `must be ${wanted}, not ${shown(value)}`)
    return null
  }

  return {
    fault: error,
    optional,
    text: (name: string, fallback: string, test: Test = () => true, wanted = 'text') =>
      optional(name, test, wanted) ?? fallback,
    number(name: string, fallback: number, { min, max }: { min: number; max: number }) {
      const fits: Test = (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      return Number(optional(name, fits, `a whole number from ${min} to ${max}`) ?? fallback)
    },
    oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const is: Test = (value) => (choices as readonly string[]).includes(value)
      return (optional(name, is, `one of ${choices.join(', ')}`) as T | null) ?? fallback
    },
    list(name: string, fallback: string[], test: Test, wanted: string): string[] {
      const parts = (value: string) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      const value = optional(
        name,
        (all) => parts(all).every(test),
        `a list, separated by commas, of ${wanted}`,
      )
      return value === null ? fallback : parts(value)
    },
    secret(name: string, required: boolean): string | null {
      const value = given(name) ?? null
      if (value === null && required) error(name, 'is required in production: at least 32 random characters')
      if (value !== null && (value.length < 32 || (required && isGuessable(value))))
        error(name, 'must be at least 32 random characters')
      return value
    },
    /** Something to be sent in a header, which no message repeats. */
    secretLine(name: string): string | null {
      const value = given(name) ?? null
      if (value !== null && !/^[\x21-\x7e]{1,500}$/.test(value))
        error(name, 'must be at most 500 printable characters without spaces')
      return value
    },
    finish() {
      if (errors.length > 0) throw new ConfigError(errors)
    },
  }
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const isHostname: Test = (value) => value.length <= 253 && value.split('.').every((part) => label.test(part))

const isEmail: Test = (value) => {
  const [name, host, ...rest] = value.split('@')
  return Boolean(name && host) && rest.length === 0 && !/[\s<>,"]/.test(value) && isHostname(host!)
}

const isSender: Test = (value) => {
  const open = value.indexOf('<')
  return open === -1 ? isEmail(value) : value.endsWith('>') && isEmail(value.slice(open + 1, -1))
}

const isUrl =
  (...protocols: string[]): Test =>
  (value) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)

/** Long, but a word or a pattern that somebody left from an example. */
const isGuessable = (secret: string) =>
  new Set(secret).size < 10 || /change.?me|default|example|password|secret|development/i.test(secret)

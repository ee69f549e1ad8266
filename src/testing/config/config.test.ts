import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { browserOrigin } from '#platform/config/storage.ts'
import { originFor } from '#platform/config/config.ts'
import type { ConfigError } from '#platform/config/read-config.ts'
import { loadConfig } from '#config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'lyceum-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const good = 'Xq3vLw8ZbT1nRk6YpD0sHc5JmG9fUe2A'
const production = { NODE_ENV: 'production', APP_SECRET: good, DATA_DIR, PUBLIC_PROTOCOL: 'https' }

function errorsOf(env: NodeJS.ProcessEnv) {
  try {
    loadConfig({ DATA_DIR, ...env })
    return []
  } catch (error) {
    return (error as ConfigError).errors
  }
}

test('is a complete development configuration without variables', () => {
  expect(loadConfig({ DATA_DIR })).toMatchObject({
    environment: 'development',
    production: false,
    port: 3000,
    // This machine only: the product prints passwords and serves mails.
    host: 'localhost',
    rootDomain: 'localhost',
    databaseUrl: null,
    smtpUrl: null,
    trustedProxies: [],
    supportEmails: ['support@lyceum.example', 'operations@lyceum.example'],
    privilegedEmail: 'support@lyceum.example',
    demo: true,
  })
})

test('logs errors only in a terminal, except in production or with a named level', () => {
  const levelOf = (env: NodeJS.ProcessEnv) => loadConfig({ DATA_DIR, ...env }).logLevel
  const { isTTY } = process.stdout
  try {
    process.stdout.isTTY = true
    expect([levelOf({}), levelOf(production), levelOf({ LOG_LEVEL: 'debug' })]).toEqual([
      'warn',
      'info',
      'debug',
    ])
    process.stdout.isTTY = false
    expect(levelOf({})).toBe('info')
  } finally {
    process.stdout.isTTY = isTTY
  }
})

test('generates the secret once, readable by its owner only', () => {
  const { appSecret } = loadConfig({ DATA_DIR })
  expect(appSecret.length).toBeGreaterThanOrEqual(40)
  expect(loadConfig({ DATA_DIR }).appSecret).toBe(appSecret)
  expect(readFileSync(join(DATA_DIR, 'secret'), 'utf8')).toBe(appSecret)
  expect(statSync(join(DATA_DIR, 'secret')).mode & 0o777).toBe(0o600)
})

test('reports all errors at once, each with the name of its variable', () => {
  const errors = errorsOf({
    PORT: '70000',
    HOST: 'no host!',
    ROOT_DOMAIN: 'http://lyceum.test',
    PUBLIC_PROTOCOL: 'ftp',
    PUBLIC_PORT: '0',
    DATABASE_CONNECTIONS: '1',
    DATABASE_LISTEN_URL: 'postgres://root:hunter2@db',
    DATABASE_PREPARE: 'maybe',
    DATABASE_URL: 'mysql://root:hunter2@db/lyceum',
    NODE_ENV: 'staging',
    APP_SECRET: 'short',
    SMTP_URL: 'https://user:hunter2@mail.test',
    MAIL_FROM: 'Lyceum',
    SUPPORT_EMAILS: 'one@lyceum.test, two',
    PRIVILEGED_EMAIL: 'nobody',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: '10.0.0.0/33',
    WORKER_CONCURRENCY: '0',
    DEMO: 'yes',
    SHUTDOWN_DRAIN_SECONDS: '-1',
    CLOSING_GRACE_DAYS: '0',
    FREE_STUDENTS: '0',
    FREE_STORAGE_MB: 'all',
    ALLOW_LOOPBACK_OUTBOUND: 'yes',
    MAX_CONNECTIONS: '5',
    MAX_CONNECTIONS_PER_ADDRESS: '0',
    TLS_ALLOWED_CLIENTS: 'nobody',
  })
  const names = errors.map((error) => error.split(' ')[0])
  const variables = `APP_SECRET CLOSING_GRACE_DAYS DATABASE_CONNECTIONS DATABASE_LISTEN_URL DATABASE_PREPARE DATABASE_URL DEMO SHUTDOWN_DRAIN_SECONDS FREE_STORAGE_MB FREE_STUDENTS HOST WORKER_CONCURRENCY LOG_LEVEL MAIL_FROM MAX_CONNECTIONS MAX_CONNECTIONS_PER_ADDRESS NODE_ENV
    ALLOW_LOOPBACK_OUTBOUND PORT PRIVILEGED_EMAIL PUBLIC_PORT PUBLIC_PROTOCOL ROOT_DOMAIN SMTP_URL SUPPORT_EMAILS TLS_ALLOWED_CLIENTS TRUSTED_PROXIES`
  expect(new Set(names)).toEqual(new Set(variables.split(/\s+/)))
  expect(errors).toContain('PORT must be a whole number from 0 to 65535, not "70000"')
  expect(errors.every((error) => !error.includes('\n'))).toBe(true)
  expect(errors.join('\n')).not.toContain('hunter2')
})

test.each([
  '',
  'short',
  'change-me-change-me-change-me-change-me',
  'a'.repeat(64),
  'my-default-production-secret-0123456789',
])('rejects the secret %j in production', (APP_SECRET) => {
  expect(errorsOf({ ...production, APP_SECRET })).toEqual([expect.stringMatching(/^APP_SECRET /)])
})

test('has no demo, support accounts or defaults in production', () => {
  expect(loadConfig(production)).toMatchObject({
    production: true,
    demo: false,
    supportEmails: [],
    privilegedEmail: null,
  })
})

test('calls no server on its own machine in production', () => {
  expect(errorsOf({ ...production, ALLOW_LOOPBACK_OUTBOUND: 'on' })).toEqual([
    'ALLOW_LOOPBACK_OUTBOUND must be off in production',
  ])
})

test('uses https in production unless configured otherwise', () => {
  for (const PUBLIC_PROTOCOL of ['', 'http'])
    expect(errorsOf({ ...production, PUBLIC_PROTOCOL })).toEqual([
      'PUBLIC_PROTOCOL must be https in production; ALLOW_PLAINTEXT_CONNECTIONS=public allows http, for trying it where nobody listens',
    ])
  const plain = loadConfig({ ...production, PUBLIC_PROTOCOL: 'http', ALLOW_PLAINTEXT_CONNECTIONS: 'public' })
  expect(plain.publicProtocol).toBe('http')
  expect(errorsOf({ PUBLIC_PROTOCOL: 'http' })).toEqual([])
  expect(errorsOf({ ALLOW_PLAINTEXT_CONNECTIONS: 'all' })).toHaveLength(1)
  expect(errorsOf({ HSTS_INCLUDE_SUBDOMAINS: 'on' })).toEqual([
    'HSTS_INCLUDE_SUBDOMAINS is on, but PUBLIC_PROTOCOL is not https',
  ])
})

test('requires the privileged account to be a support account', () => {
  expect(errorsOf({ SUPPORT_EMAILS: 'a@lyceum.test', PRIVILEGED_EMAIL: 'b@lyceum.test' })).toEqual([
    'PRIVILEGED_EMAIL must be one of SUPPORT_EMAILS',
  ])
  const config = loadConfig({
    DATA_DIR,
    SUPPORT_EMAILS: 'A@lyceum.test,b@lyceum.test',
    PRIVILEGED_EMAIL: 'a@Lyceum.test',
  })
  expect(config.privilegedEmail).toBe('a@lyceum.test')
  expect(config.supportEmails).toEqual(['a@lyceum.test', 'b@lyceum.test'])
})

test('opens no console in production without a configured privileged account', () => {
  expect(loadConfig({ ...production, SUPPORT_EMAILS: 'a@lyceum.test' })).toMatchObject({
    supportEmails: ['a@lyceum.test'],
    privilegedEmail: null,
  })
})

test('accepts lists of addresses and networks with spaces', () => {
  const { trustedProxies } = loadConfig({
    DATA_DIR,
    TRUSTED_PROXIES: ' loopback, 10.0.0.0/8 ,fd00::/8, 192.0.2.1 ',
  })
  expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.1'])
})

test.each([
  [{}, 'http://demo.localhost:3000'],
  [{ PORT: '80' }, 'http://demo.localhost'],
  [{ PUBLIC_PROTOCOL: 'https', PUBLIC_PORT: '443' }, 'https://demo.localhost'],
  [{ PUBLIC_PROTOCOL: 'https', PUBLIC_PORT: '80' }, 'https://demo.localhost:80'],
  [{ PORT: '8080', PUBLIC_PORT: '8443', PUBLIC_PROTOCOL: 'https' }, 'https://demo.localhost:8443'],
])('builds links for %j that begin with %s', (env, origin) => {
  expect(originFor(loadConfig({ DATA_DIR, ...env }), 'demo.localhost')).toBe(origin)
})

test('requires all settings of an S3 storage or none', () => {
  const S3 = { S3_BUCKET: 'lyceum', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'words' }
  expect(loadConfig({ DATA_DIR })).toMatchObject({ s3: null, storage: 'disk' })
  expect(loadConfig({ DATA_DIR, ...S3 })).toMatchObject({
    storage: 's3',
    s3: { endpoint: null, region: 'us-east-1', forcePathStyle: false },
  })
  const own = { ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000', STORAGE: 'disk' }
  expect(loadConfig({ DATA_DIR, ...own })).toMatchObject({ storage: 'disk', s3: { forcePathStyle: true } })
  expect(errorsOf({ S3_ENDPOINT: 'http://127.0.0.1' })).toEqual(['S3_ENDPOINT is set, but S3_BUCKET is not'])
  expect(errorsOf({ STORAGE: 's3' })).toEqual(['STORAGE is s3, but S3_BUCKET names no bucket'])
  expect(errorsOf({ S3_BUCKET: 'lyceum' })).toHaveLength(2)
  for (const invalid of ['ftp://a', 'http://a/path', 'http://user@a', 'a'])
    expect(errorsOf({ ...S3, S3_ENDPOINT: invalid }), invalid).toHaveLength(1)
  for (const invalid of ['UPPER', 'a', '127.0.0.1', 'a..b', '-ab-'])
    expect(errorsOf({ ...S3, S3_BUCKET: invalid }), invalid).toHaveLength(1)
})

test('uploads to the storage where browsers can reach it', () => {
  const { s3 } = loadConfig({
    DATA_DIR,
    S3_BUCKET: 'lyceum',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  })
  expect(browserOrigin(s3!)).toBe('https://lyceum.s3.us-east-1.amazonaws.com')
  const ctx = { ...s3!, endpoint: 'http://store:9000', forcePathStyle: true }
  expect(browserOrigin(ctx)).toBe('http://store:9000')
  expect(browserOrigin({ ...ctx, publicEndpoint: 'https://files.example.org' })).toBe(
    'https://files.example.org',
  )
})

test('requires https for a service of leaked passwords', () => {
  const LEAKED_PASSWORDS_URL = 'https://leaks.example/range/'
  expect(loadConfig({ ...production, LEAKED_PASSWORDS_URL }).leakedPasswordsUrl).toBe(LEAKED_PASSWORDS_URL)
  expect(loadConfig(production).leakedPasswordsUrl).toBeNull()
  for (const invalid of [
    'http://leaks.example/range/',
    'https://leaks.example/range',
    'https://a@leaks.example/',
    'leaks',
  ])
    expect(errorsOf({ ...production, LEAKED_PASSWORDS_URL: invalid }), invalid).toHaveLength(1)
})

test('requires a different previous secret of the same length', () => {
  const previous = 'previous-Xq3vLw8ZbT1nRk6YpD0sHc5JmG9f'
  expect(loadConfig({ ...production, APP_SECRET_PREVIOUS: previous }).previousSecret).toBe(previous)
  expect(loadConfig(production).previousSecret).toBeNull()
  for (const APP_SECRET_PREVIOUS of ['short', good])
    expect(errorsOf({ ...production, APP_SECRET_PREVIOUS })).toEqual([
      expect.stringMatching(/^APP_SECRET_PREVIOUS /),
    ])
})

test('connects to its database in production with verified TLS, or on this machine', () => {
  const at = (DATABASE_URL: string, more = {}) => errorsOf({ ...production, DATABASE_URL, ...more })
  for (const near of ['localhost', '127.0.0.1:5433', '[::1]'])
    expect(at(`postgres://lyceum:pw@${near}/lyceum`), near).toEqual([])
  expect(at('postgres:///lyceum?host=/run/postgresql')).toEqual([])
  expect(at('postgres://a:pw@db.example/lyceum?sslmode=verify-full')).toEqual([])
  for (const loose of [
    '',
    '?sslmode=require',
    '?sslmode=no-verify',
    '?ssl=true',
    '?sslmode=verify-full&ssl=0',
    '?sslmode=verify-full&sslmode=disable',
  ]) {
    const address = `postgres://a:hunter2@db.example/lyceum${loose}`
    expect(at(address), loose).toEqual([expect.stringMatching(/^DATABASE_URL must say sslmode=verify-full/)])
    expect(at(address).join()).not.toContain('hunter2')
    expect(at(address, { ALLOW_PLAINTEXT_CONNECTIONS: 'database' }), loose).toEqual([])
  }
  expect(at('postgres://a@127.0.0.1/lyceum?host=db.example')).toHaveLength(1)
  expect(errorsOf({ DATABASE_URL: 'postgres://a@db.example/lyceum' })).toEqual([])
})

test('sends mail in production with TLS, or on this machine', () => {
  const mail = (SMTP_URL: string, more = {}) => loadConfig({ ...production, SMTP_URL, ...more }).mailNeedsTls
  expect(mail('smtp://mail.example:587')).toBe(true)
  expect(mail('smtps://mail.example')).toBe(true)
  expect(mail('smtp://127.0.0.1:25')).toBe(false)
  expect(mail('smtp://mail.example', { ALLOW_PLAINTEXT_CONNECTIONS: 'mail,public' })).toBe(false)
  expect(loadConfig({ DATA_DIR, SMTP_URL: 'smtp://mail.example' }).mailNeedsTls).toBe(false)
  for (const loose of ['tls.rejectUnauthorized=false', 'ignoreTLS=true', 'secure=false', 'requireTLS=false'])
    expect(errorsOf({ ...production, SMTP_URL: `smtps://mail.example?${loose}` }), loose).toHaveLength(1)
})

test('calls no configured server on another machine by http in production', () => {
  const far = {
    S3_ENDPOINT: 'http://store.example',
    S3_BUCKET: 'lyceum',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
    ASSISTANT_URL: 'http://10.0.0.7:8080/v1',
    ASSISTANT_MODEL: 'small',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  }
  const names = ['S3_ENDPOINT', 'ASSISTANT_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']
  const errors = errorsOf({ ...production, ...far })
  expect(new Set(errors.map((error) => error.split(' ')[0]))).toEqual(new Set(names))
  expect(
    errorsOf({ ...production, ...far, ALLOW_PLAINTEXT_CONNECTIONS: 'store, assistant, telemetry' }),
  ).toEqual([])
  expect(errorsOf(far)).toEqual([])
  const near = { ...far, S3_ENDPOINT: 'http://127.0.0.1:9000', ASSISTANT_URL: 'http://localhost:8080/v1' }
  expect(errorsOf({ ...production, ...near, OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector' })).toEqual([])
})

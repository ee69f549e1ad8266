import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '#platform/config/config.ts'

const root = join(import.meta.dirname, '..')

/** The first column of every table; one cell may name several variables. */
const variablesIn = (document: string) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^\| (`[A-Z][^|]*) \|/gm)].flatMap((row) =>
    [...row[1]!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((cell) => cell[1]!),
  )

/** Optional parts of the configuration that read further variables when they are enabled. */
const enabledParts = {
  APP_SECRET: 'q7Jm2vXr9Tb4Kp6Zw8Ls3Hd5Nf1Gc0Ye',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  OIDC_ISSUER: 'https://accounts.example',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  ASSISTANT_URL: 'https://models.example/v1',
  ASSISTANT_MODEL: 'small',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
  ANALYTICS_URL: 'https://analytics.example',
  ANALYTICS_TOKEN: 'token',
  ERROR_REPORTING_DSN: 'https://key@errors.example/1',
}

/** Every variable that `loadConfig` looks up. */
function variablesRead() {
  const names = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(enabledParts, {
    get(values, name: string) {
      names.add(name)
      return values[name]
    },
  })
  loadConfig(env)
  return [...names].toSorted()
}

/** Variables of the test tools, which `loadConfig` does not read. */
const ofTestTools = ['CHROMIUM_PATH']

test('docs/configuration.md lists exactly the variables that the product reads', () => {
  const documented = variablesIn('docs/configuration.md').filter((name) => !ofTestTools.includes(name))
  expect(documented.toSorted()).toEqual(variablesRead())
})

test('README.md names variables of docs/configuration.md only', () => {
  const known = new Set(variablesIn('docs/configuration.md'))
  const named = variablesIn('README.md')
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

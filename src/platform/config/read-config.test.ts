import { expect, test } from 'vitest'
import { platformGroups } from './config.ts'
import { httpUrl, textUpTo } from './formats.ts'
import { readConfig, type ConfigError } from './read-config.ts'
import { booleanSetting, defineConfigGroup, textSetting, urlSetting } from './settings.ts'

const group = defineConfigGroup({
  title: 'Printer',
  usedBy: ['web'],
  settings: {
    PRINTER_URL: urlSetting({
      description: 'Printer',
      format: httpUrl,
      requiredWith: ['PRINTER_KEY'],
      plaintextConnection: 'printer',
    }),
    PRINTER_KEY: textSetting({ description: 'Key', format: textUpTo(8), secret: true }),
    PRINTER_NAME: textSetting({ description: 'Name', format: textUpTo(8), onlyWith: 'PRINTER_URL' }),
    PRINTER_HOST: textSetting({ description: 'Host', defaultFrom: 'ROOT_DOMAIN' }),
    PRINTER_IS_QUIET: booleanSetting({ description: 'Quiet', default: false, productionDefault: true }),
    PRINTER_PIN: textSetting({ description: 'PIN', requiredInProduction: true }),
  },
  resolve: (values, { addError }) => {
    if (values.PRINTER_NAME === 'none') addError('PRINTER_NAME', 'must name a printer')
    return { printer: values }
  },
})
const groups = [...platformGroups([group]), group] as const
const production = {
  NODE_ENV: 'production',
  APP_SECRET: 'Xq3vLw8ZbT1nRk6YpD0sHc5JmG9fUe2A',
  PUBLIC_PROTOCOL: 'https',
  PRINTER_PIN: '1234',
}

function errorsOf(env: NodeJS.ProcessEnv) {
  try {
    readConfig(groups, env)
    return []
  } catch (error) {
    return (error as ConfigError).errors
  }
}

test('returns the value of a setting, its default, or null', () => {
  expect(
    readConfig(groups, { PRINTER_KEY: ' k ', PRINTER_URL: 'http://p', ROOT_DOMAIN: 'l.test' }),
  ).toMatchObject({
    rootDomain: 'l.test',
    printer: {
      PRINTER_URL: 'http://p',
      PRINTER_KEY: 'k',
      PRINTER_NAME: null,
      PRINTER_HOST: 'l.test',
      PRINTER_IS_QUIET: false,
    },
  })
  expect(readConfig(groups, production).printer.PRINTER_IS_QUIET).toBe(true)
  expect(readConfig(groups, { ...production, PRINTER_IS_QUIET: 'off' }).printer.PRINTER_IS_QUIET).toBe(false)
})

test('reports errors of values, relations and rules together', () => {
  const env = { PRINTER_KEY: 'far too long', PRINTER_NAME: 'none', PRINTER_IS_QUIET: 'x'.repeat(70) }
  expect(errorsOf({ ...env, NODE_ENV: 'production', PUBLIC_PROTOCOL: 'https', PRINTER_URL: '' })).toEqual([
    'PRINTER_KEY must be at most 8 characters',
    `PRINTER_IS_QUIET must be one of on, off, not "${'x'.repeat(60)}…"`,
    'APP_SECRET is required in production: at least 32 random characters',
    'PRINTER_URL is required with PRINTER_KEY',
    'PRINTER_NAME is set, but PRINTER_URL is not',
    'PRINTER_PIN is required in production: text',
    'PRINTER_NAME must name a printer',
  ])
})

test('does not repeat an address in messages', () => {
  expect(errorsOf({ PRINTER_URL: 'ftp://user:hidden@host' })).toEqual([
    'PRINTER_URL must be an http:// or https:// address',
  ])
})

test('requires a named exception for http to another machine in production', () => {
  const far = { ...production, PRINTER_URL: 'http://printer.example' }
  expect(errorsOf(far)).toEqual([
    'PRINTER_URL must be https in production; ALLOW_PLAINTEXT_CONNECTIONS=printer allows http',
  ])
  expect(errorsOf({ ...far, ALLOW_PLAINTEXT_CONNECTIONS: 'mail, printer' })).toEqual([])
  expect(errorsOf({ ...production, PRINTER_URL: 'http://localhost:1' })).toEqual([])
  expect(errorsOf({ PRINTER_URL: 'http://printer.example' })).toEqual([])
})

import { isThisMachine } from './formats.ts'
import { expectedValue, parseSetting } from './parse-setting.ts'
import type { ConfigContext, ConfigGroup, Setting, Settings } from './settings.ts'

/** Thrown for an invalid environment; the message has one line per error with the variable's name. */
export class ConfigError extends Error {
  readonly errors: string[]

  constructor(errors: string[]) {
    super(`The configuration is not usable:\n${errors.map((error) => `  ${error}`).join('\n')}`)
    this.name = 'ConfigError'
    this.errors = errors
  }
}

type AnyGroup = Omit<ConfigGroup, 'resolve'> & { resolve(values: never, context: ConfigContext): object }
type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (part: infer I) => void
  ? I
  : never
/** The combined properties that all groups return. */
export type Resolved<G extends readonly AnyGroup[]> = Intersection<ReturnType<G[number]['resolve']>>

/**
 * Reads the settings of all groups from the environment, and returns the properties that the groups return.
 * Throws a ConfigError that lists every invalid variable.
 */
export function readConfig<const G extends readonly AnyGroup[]>(
  groups: G,
  env: NodeJS.ProcessEnv,
): Resolved<G> {
  const errors: string[] = []
  const addError = (name: string, problem: string) => void errors.push(`${name} ${problem}`)
  const settings: Settings = Object.assign({}, ...groups.map((group) => group.settings))
  const given = givenValues(settings, env, addError)
  const production = given.NODE_ENV === 'production'
  checkRelations({ settings, env, production, addError })
  const values = withDefaults(settings, given, production)
  const plaintext = (values.ALLOW_PLAINTEXT_CONNECTIONS ?? []) as string[]
  const context: ConfigContext = {
    environment: values.NODE_ENV as ConfigContext['environment'],
    production,
    rootDomain: values.ROOT_DOMAIN as string,
    addError,
    requiresTls: (connection) => production && !plaintext.includes(connection),
  }
  checkEncryption(settings, given, context)
  const parts = groups.map((group) => group.resolve(values as never, context))
  if (errors.length > 0) throw new ConfigError(errors)
  return Object.assign({}, ...parts) as Resolved<G>
}

type AddError = ConfigContext['addError']
type Values = Record<string, unknown>

const textOf = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined

/** Valid values of the variables that are set. */
function givenValues(settings: Settings, env: NodeJS.ProcessEnv, addError: AddError): Values {
  const values: Values = {}
  for (const [name, setting] of Object.entries(settings)) {
    const text = textOf(env, name)
    if (text === undefined) continue
    const value = parseSetting(setting, text)
    if (value !== undefined) values[name] = value
    else
      addError(
        name,
        `must be ${expectedValue(setting)}${setting.secret || setting.isUrl ? '' : `, not ${quoted(text)}`}`,
      )
  }
  return values
}

const quoted = (value: string) => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)

function withDefaults(settings: Settings, given: Values, production: boolean): Values {
  const values: Values = {}
  for (const [name, setting] of Object.entries(settings))
    values[name] = given[name] ?? defaultOf(setting, production)
  for (const [name, { defaultFrom }] of Object.entries(settings))
    if (defaultFrom !== undefined) values[name] ??= values[defaultFrom]
  return values
}

const defaultOf = (setting: Setting, production: boolean) =>
  (production ? setting.productionDefault : undefined) ?? setting.default ?? null

interface Relations {
  settings: Settings
  env: NodeJS.ProcessEnv
  production: boolean
  addError: AddError
}

/** Checks which variables must be set together. */
function checkRelations({ settings, env, production, addError }: Relations) {
  const isSet = (name: string) => textOf(env, name) !== undefined
  for (const [name, setting] of Object.entries(settings)) {
    if (isSet(name)) {
      const { onlyWith } = setting
      if (onlyWith !== undefined && !isSet(onlyWith)) addError(name, `is set, but ${onlyWith} is not`)
      continue
    }
    const others = (setting.requiredWith ?? []).filter(isSet)
    if (others.length > 0) addError(name, `is required with ${others.join(' and ')}`)
    else if (production && setting.requiredInProduction)
      addError(name, `is required in production: ${expectedValue(setting)}`)
  }
}

/** Checks that production uses unencrypted connections to other machines only if allowed. */
function checkEncryption(
  settings: Settings,
  given: Values,
  { production, requiresTls, addError }: ConfigContext,
) {
  for (const [name, { plaintextConnection: connection, httpsInProduction }] of Object.entries(settings)) {
    const value = given[name]
    if (typeof value !== 'string') continue
    if (production && httpsInProduction && isPlaintext(value)) addError(name, 'must be https in production')
    if (connection === undefined || !requiresTls(connection) || !isPlaintext(value)) continue
    if (!isThisMachine(new URL(value).hostname))
      addError(name, `must be https in production; ALLOW_PLAINTEXT_CONNECTIONS=${connection} allows http`)
  }
}

const isPlaintext = (address: string) => new URL(address).protocol === 'http:'

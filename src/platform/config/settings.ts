import {
  Type,
  type Static,
  type TArray,
  type TBoolean,
  type TInteger,
  type TSchema,
  type TString,
} from 'typebox'
import type { TextFormat } from './formats.ts'

/** Programs that use a setting. Each program checks all settings. */
export type Program = 'web' | 'worker' | 'commands' | 'tests'

type SettingDefault = string | number | boolean | readonly (string | number)[]

/** Declaration of an environment variable, besides the type of its value. */
export interface SettingOptions {
  /** One plain sentence without a full stop. */
  description: string
  /** Value if the variable is not set. */
  default?: SettingDefault
  /** Default in production, if different. */
  productionDefault?: SettingDefault
  /** Variable that provides the default. */
  defaultFrom?: string
  /** Description of a computed default for the documentation. */
  defaultText?: string
  /** Programs that use it, if different from the group's. */
  usedBy?: readonly Program[]
  /** Messages do not repeat the value. */
  secret?: true
  /** Production does not start without it. */
  requiredInProduction?: true
  /** Must be set if one of these variables is set. */
  requiredWith?: readonly string[]
  /** Must not be set without this variable. */
  onlyWith?: string
  /**
   * Production requires https for an address on another machine, unless ALLOW_PLAINTEXT_CONNECTIONS contains this
   * word.
   */
  plaintextConnection?: string
  /** Production requires https. */
  httpsInProduction?: true
  /** The value is an address. */
  isUrl?: true
}

export type Setting = TSchema & SettingOptions
/** Settings by the name of their environment variable. */
export type Settings = Readonly<Record<string, Setting>>

/** Value of a setting; null if unset and without default. */
export type SettingValue<S extends Setting> = S extends { default: unknown } | { defaultFrom: string }
  ? Static<S>
  : Static<S> | null
export type SettingValues<S extends Settings> = { [Name in keyof S]: SettingValue<S[Name]> }

interface IntegerOptions extends SettingOptions {
  minimum: number
  maximum: number
  /** Unit of the value, in the plural. */
  unit?: string
}

/** A whole number within limits. */
export const integerSetting = <const O extends IntegerOptions>(options: O) =>
  Type.Integer({ ...(options as IntegerOptions) }) as TInteger & O

/** A switch, written as `on` and `off` unless `words` is set. */
export const booleanSetting = <const O extends SettingOptions & { words?: readonly [string, string] }>(
  options: O,
) => Type.Boolean({ ...(options as SettingOptions) }) as TBoolean & O

/** One of the given words. */
export const choiceSetting = <const C extends string, const O extends SettingOptions>(
  choices: readonly C[],
  options: O,
) => Type.Unsafe<C>({ type: 'string', enum: choices, ...options }) as ReturnType<typeof Type.Unsafe<C>> & O

/** A text, checked by a format. */
export const textSetting = <const O extends SettingOptions & { format?: TextFormat }>(options: O) => {
  const { format, ...rest } = options
  return withFormat(rest, format) as TString & O
}

/** An address. Messages never repeat its value, which may contain a password. */
export const urlSetting = <const O extends SettingOptions & { format: TextFormat }>(options: O) => {
  const { format, ...rest } = options
  return withFormat({ ...rest, isUrl: true }, format) as TString & O
}

interface ListOptions extends SettingOptions {
  minItems?: number
  maxItems?: number
}

/** Values separated by commas. */
export const listSetting = <const I extends TSchema, const O extends ListOptions>(items: I, options: O) =>
  Type.Array(items, { ...(options as ListOptions) }) as TArray<I> & O

/** An item of a list. */
export const textItem = (format: TextFormat) => withFormat({}, format)

/** Schema of a list item that is an integer; both limits are inclusive. */
export const integerItem = (options: { minimum: number; maximum: number }) => Type.Integer(options)

/** Schema of a list item that is one of `choices`. */
export const choiceItem = <const C extends string>(choices: readonly C[]) =>
  Type.Unsafe<C>({ type: 'string', enum: choices })

const withFormat = (options: Record<string, unknown>, format: TextFormat | undefined): TString =>
  format ? Type.Refine(Type.String(options), format.test, () => format.expected) : Type.String(options)

/** Related settings, and their part of the configuration. */
export interface ConfigGroup<S extends Settings = Settings, R extends object = object> {
  title: string
  usedBy: readonly Program[]
  settings: S
  /** Checks rules between settings, and returns the properties of the configuration. */
  resolve(values: SettingValues<S>, context: ConfigContext): R
}

/** Context for the rules of a group. */
export interface ConfigContext {
  environment: 'development' | 'production' | 'test'
  production: boolean
  rootDomain: string
  /** Reports an invalid variable. `problem` continues a sentence that begins with its name. */
  addError(name: string, problem: string): void
  /** Whether this kind of connection must be encrypted, unless it stays on this machine. */
  requiresTls(connection: string): boolean
}

/** Declares a group of settings. */
export const defineConfigGroup = <const S extends Settings, R extends object>(
  group: ConfigGroup<S, R>,
): ConfigGroup<S, R> => group

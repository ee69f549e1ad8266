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

/** What is declared of an environment variable, besides the type of its value. */
export interface SettingOptions {
  /** One plain sentence without the final stop. */
  description: string
  /** Value if the variable is not set. */
  default?: SettingDefault
  /** Value in production if the variable is not set, where it differs. */
  productionDefault?: SettingDefault
  /** Variable that gives the default. */
  defaultFrom?: string
  /** Says in the documents what the group computes as default. */
  defaultText?: string
  /** Programs that use it, where they differ from the group's. */
  usedBy?: readonly Program[]
  /** Messages do not repeat the value. */
  secret?: true
  /** Production does not start without it. */
  requiredInProduction?: true
  /** Must be set if one of these variables is set. */
  requiredWith?: readonly string[]
  /** Must not be set without this variable. */
  onlyWith?: string
  /** Production requires https for an address that is not on this machine, unless ALLOW_PLAINTEXT_CONNECTIONS has this word. */
  plaintextConnection?: string
  /** Production requires https. */
  httpsInProduction?: true
  /** The value is an address. */
  isUrl?: true
}

export type Setting = TSchema & SettingOptions
/** Settings by the name of their environment variable. */
export type Settings = Readonly<Record<string, Setting>>

/** The value of a setting; null if it is not set and has no default. */
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

/** A whole number within bounds. */
export const integerSetting = <const O extends IntegerOptions>(options: O) =>
  Type.Integer({ ...(options as IntegerOptions) }) as TInteger & O

/** A switch, written as `on` and `off` unless `words` says otherwise. */
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

/** An address. Messages never repeat its value, which may hold a password. */
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
export const integerItem = (options: { minimum: number; maximum: number }) => Type.Integer(options)
export const choiceItem = <const C extends string>(choices: readonly C[]) =>
  Type.Unsafe<C>({ type: 'string', enum: choices })

const withFormat = (options: Record<string, unknown>, format: TextFormat | undefined): TString =>
  format ? Type.Refine(Type.String(options), format.test, () => format.expected) : Type.String(options)

/** Settings that belong together, and the part of the configuration that follows from them. */
export interface ConfigGroup<S extends Settings = Settings, R extends object = object> {
  title: string
  usedBy: readonly Program[]
  settings: S
  /** Checks rules between settings, and returns the properties of the configuration. */
  resolve(values: SettingValues<S>, context: ConfigContext): R
}

/** What the rules of every group may ask. */
export interface ConfigContext {
  environment: 'development' | 'production' | 'test'
  production: boolean
  rootDomain: string
  /** Reports that a variable is invalid. `problem` continues the sentence that begins with the name. */
  addError(name: string, problem: string): void
  /** Whether this kind of connection must be encrypted, unless it stays on this machine. */
  requiresTls(connection: string): boolean
}

/** Declares a group of settings. */
export const defineConfigGroup = <const S extends Settings, R extends object>(
  group: ConfigGroup<S, R>,
): ConfigGroup<S, R> => group

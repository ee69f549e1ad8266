import { Type } from 'typebox'
import { configGroups } from '../src/config.ts'
import { expectedValue, switchWords } from '../src/platform/config/parse-setting.ts'
import type { ConfigGroup, Setting } from '../src/platform/config/settings.ts'
import { developmentGroup } from './development-settings.ts'

export type DocumentedGroup = Pick<ConfigGroup, 'title' | 'usedBy' | 'settings'>

/** Every group of settings that a document lists. */
export const documentedGroups: readonly DocumentedGroup[] = [...configGroups, developmentGroup]

const introduction = `# Configuration

<!-- written by \`npm run docs:configuration\` from the declarations in the \`config.ts\` files; do not edit -->

Lyceum reads its configuration from environment variables when it starts. If values are invalid, it reports every invalid
variable by name and does not start. An empty variable counts as not set; an empty default means: not set.

Each program checks all variables; "used by" names the programs that a change affects: \`web\` and \`worker\` (\`npm start\` is
both), \`commands\` for operators (\`npm run backup\` and others), \`tests\`. Lists are separated by commas. Messages never repeat
the value of a secret or of an address. [\`.env.example\`](../.env.example) lists the same variables as an environment file.
`

/** The text of docs/configuration.md. */
export const configurationDocument = (groups: readonly DocumentedGroup[]) =>
  `${introduction}${groups.map(groupSection).join('')}`

const groupSection = (group: DocumentedGroup) => `
## ${group.title}

| variable | value | default | used by | meaning |
|---|---|---|---|---|
${Object.entries(group.settings)
  .map(([name, setting]) => settingRow(name, setting, group))
  .join('\n')}
`

function settingRow(name: string, setting: Setting, group: DocumentedGroup) {
  const meaning = [setting.description, ...conditions(setting)].join('. ')
  const programs = (setting.usedBy ?? group.usedBy).join(', ')
  const cells = [`\`${name}\``, valueText(setting), defaultText(setting), programs, meaning]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** Allowed values in Markdown. */
function valueText(setting: Setting): string {
  const text = typeText(setting)
  return setting.secret ? `secret: ${text}` : text
}

function typeText(schema: Setting & { unit?: string; minimum?: number; maximum?: number }): string {
  if (Type.IsArray(schema)) return listText(schema as never)
  if (Type.IsBoolean(schema)) return code(switchWords(schema), ' or ')
  const { enum: choices, unit, minimum, maximum } = schema as { enum?: string[] } & typeof schema
  if (minimum !== undefined) return `${grouped(minimum)} to ${grouped(maximum!)}${unit ? ` ${unit}` : ''}`
  return choices ? code(choices, ', ') : expectedValue(schema).replace('<', '&lt;')
}

const listText = ({ items, minItems, maxItems }: { items: Setting; minItems?: number; maxItems?: number }) =>
  `${minItems !== undefined && minItems === maxItems ? minItems : 'list'} of: ${typeText(items)}`

const code = (words: readonly string[], separator: string) =>
  words.map((word) => `\`${word}\``).join(separator)
const grouped = (value: number) => (value < 100_000 ? String(value) : value.toLocaleString('en-US'))

/** The default, in Markdown. */
function defaultText(setting: Setting): string {
  if (setting.defaultText !== undefined) return setting.defaultText
  if (setting.defaultFrom !== undefined) return `\`${setting.defaultFrom}\``
  const text = environmentText(setting, setting.default)
  if (text === '') return ''
  const inProduction = environmentText(setting, setting.productionDefault)
  return inProduction === '' ? `\`${text}\`` : `\`${text}\`; \`${inProduction}\` in production`
}

/** A value as written in the environment. */
function environmentText(setting: Setting, value: Setting['default']): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return switchWords(setting)[value ? 0 : 1]!
  return String(value)
}

function conditions(setting: Setting) {
  const { requiredInProduction, requiredWith, onlyWith, plaintextConnection, httpsInProduction } = setting
  const isAlways = onlyWith !== undefined && requiredWith?.includes(onlyWith)
  return [
    ...(requiredInProduction ? ['Required in production'] : []),
    ...(requiredWith ? [`Required with ${code(requiredWith, ' or ')}`] : []),
    ...(onlyWith && !isAlways ? [`Only with \`${onlyWith}\``] : []),
    ...(httpsInProduction ? ['Production requires https'] : []),
    ...(plaintextConnection
      ? [
          `Production requires https to other machines, unless \`ALLOW_PLAINTEXT_CONNECTIONS\` has \`${plaintextConnection}\``,
        ]
      : []),
  ]
}

const exampleIntroduction = `# Settings of Lyceum with their defaults; written by \`npm run docs:configuration\`. Lyceum does not read this file by itself:
# copy it and pass it on, as in \`docker run --env-file\` or EnvironmentFile= of systemd. Remove the # before a variable to set it.
`

/** The text of .env.example: every variable as a comment, with its description and default. */
export const exampleEnvironment = (groups: readonly DocumentedGroup[]) =>
  `${exampleIntroduction}${groups.map(exampleSection).join('')}`

const exampleSection = ({ title, settings }: DocumentedGroup) =>
  `\n# ${title}\n# ${'-'.repeat(title.length)}\n\n${Object.entries(settings).map(exampleLines).join('\n')}`

function exampleLines([name, setting]: [string, Setting]) {
  const value = environmentText(setting, setting.default)
  const byDefault = defaultText(setting)
  const notes = [
    setting.description,
    ...conditions(setting),
    `Value: ${valueText(setting)}`,
    ...(byDefault === '' || byDefault === `\`${value}\`` ? [] : [`Default: ${byDefault}`]),
  ]
  return `${notes.map((note) => `# ${plain(note)}.\n`).join('')}# ${name}=${value}\n`
}

/** Markdown without links and code marks. */
const plain = (markdown: string) =>
  markdown
    .replaceAll('`', '')
    .replaceAll('&lt;', '<')
    .replace(/\[([^\]]+)\]\(([^)#]+)[^)]*\)/g, (_, _text, target: string) => `docs/${target}`)

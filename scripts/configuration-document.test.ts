import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { defineConfigGroup, integerSetting, textSetting } from '../src/platform/config/settings.ts'
import { configurationDocument, documentedGroups, exampleEnvironment } from './configuration-document.ts'
import { developmentGroup } from './development-settings.ts'

const fileText = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const names = documentedGroups.flatMap(({ settings }) => Object.keys(settings))
const settings = documentedGroups.flatMap((group) => Object.values(group.settings))

const sample = defineConfigGroup({
  title: 'Queue',
  usedBy: ['worker'],
  settings: {
    QUEUE_SECONDS: integerSetting({
      description: 'Time between `two` looks',
      minimum: 1,
      maximum: 5,
      unit: 'seconds',
      default: 2,
      productionDefault: 3,
    }),
    QUEUE_KEY: textSetting({
      description: 'Key; see [operations](operations.md#keys)',
      secret: true,
      requiredWith: ['QUEUE_SECONDS'],
      usedBy: ['web', 'worker'],
    }),
  },
  resolve: () => ({}),
})

test('shows type, default, programs and conditions of a setting', () => {
  const document = configurationDocument([sample])
  expect(document.slice(document.indexOf('## Queue'))).toBe(`## Queue

| variable | value | default | used by | meaning |
|---|---|---|---|---|
| \`QUEUE_SECONDS\` | 1 to 5 seconds | \`2\`; \`3\` in production | worker | Time between \`two\` looks |
| \`QUEUE_KEY\` | secret: text |  | web, worker | Key; see [operations](operations.md#keys). Required with \`QUEUE_SECONDS\` |
`)
})

test('comments out every variable in the example environment', () => {
  const example = exampleEnvironment([sample])
  expect(example.slice(example.indexOf('# Queue'))).toBe(`# Queue
# -----

# Time between two looks.
# Value: 1 to 5 seconds.
# Default: 2; 3 in production.
# QUEUE_SECONDS=2

# Key; see docs/operations.md.
# Required with QUEUE_SECONDS.
# Value: secret: text.
# QUEUE_KEY=
`)
})

test('match the declared settings', () => {
  const hint = 'run `npm run docs:configuration`'
  expect(fileText('docs/configuration.md'), hint).toBe(configurationDocument(documentedGroups))
  expect(fileText('.env.example'), hint).toBe(exampleEnvironment(documentedGroups))
})

test('allows reads of declared variables only', () => {
  const read = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(
    { APP_SECRET: 'q7Jm2vXr9Tb4Kp6Zw8Ls3Hd5Nf1Gc0Ye' },
    { get: (values, name: string) => (read.add(name), values[name]) },
  )
  loadConfig(env)
  const ofScripts = Object.keys(developmentGroup.settings)
  expect([...read, ...ofScripts].toSorted()).toEqual(names.toSorted())
})

test('declares each variable once, and rules name declared variables', () => {
  expect(names).toEqual([...new Set(names)])
  const mentioned = settings.flatMap(({ requiredWith = [], onlyWith = [], defaultFrom = [] }) =>
    [requiredWith, onlyWith, defaultFrom].flat(),
  )
  expect(mentioned).not.toEqual([])
  expect(mentioned.filter((name) => !names.includes(name))).toEqual([])
})

test('requires descriptions of one sentence without a full stop', () => {
  for (const { description } of settings) expect(description).toMatch(/^[A-Z](?:[^.]|\.\S)*[^.\s]$/)
})

test('shows variables with their defaults in README.md', () => {
  const rows = [...fileText('README.md').matchAll(/^\| `([A-Z_]+)` \|(?: `([^`]*)`)? \| .+ \|$/gm)]
  expect(rows.length).toBe(5)
  for (const [, name, value] of rows) {
    const group = documentedGroups.find(({ settings: declared }) => name! in declared)!
    const declared = group.settings[name!]!.default
    expect(value, name).toBe(declared === undefined ? undefined : String(declared))
  }
})

import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { configGroups, configSchema } from '#config.ts'

test('has defaults that match the schemas', () => {
  const all = configSchema().properties
  expect(Object.keys(all)).toHaveLength(configGroups.flatMap(({ settings }) => Object.keys(settings)).length)
  const invalid = Object.entries(all).filter(([, setting]) =>
    [setting.default, setting.productionDefault].some(
      (value) => value !== undefined && !Check(setting, value),
    ),
  )
  expect(invalid).toEqual([])
})

test('uses only keywords that the parser checks', () => {
  const checked = ['type', 'enum', 'items', 'minimum', 'maximum', 'minItems', 'maxItems']
  const annotations =
    'description default productionDefault defaultFrom defaultText usedBy secret requiredInProduction requiredWith onlyWith plaintextConnection httpsInProduction isUrl words unit'
  const allowed = new Set([...checked, ...annotations.split(' ')])
  for (const [name, setting] of Object.entries(configSchema().properties))
    for (const keyword of [setting, ...(Type.IsArray(setting) ? [setting.items] : [])].flatMap(Object.keys))
      expect(allowed, name).toContain(keyword)
})

import { expect, test } from 'vitest'
import { Check } from 'typebox/value'
import { hostname } from './formats.ts'
import { expectedValue, parseSetting } from './parse-setting.ts'
import {
  booleanSetting,
  choiceSetting,
  integerItem,
  integerSetting,
  listSetting,
  textItem,
  textSetting,
} from './settings.ts'

const description = 'A setting'
const port = integerSetting({ description, minimum: 1, maximum: 9 })
const three = listSetting(integerItem({ minimum: 0, maximum: 9 }), { description, minItems: 3, maxItems: 3 })
const hosts = listSetting(textItem(hostname), { description })
const host = textSetting({ description, format: hostname })
const level = choiceSetting(['low', 'high'], { description })
const isOn = booleanSetting({ description })

test.each([
  [port, '9', 9],
  [three, '1, 2,3', [1, 2, 3]],
  [hosts, 'a.example,, b.example ', ['a.example', 'b.example']],
  [host, 'a.example', 'a.example'],
  [level, 'high', 'high'],
  [isOn, 'on', true],
  [isOn, 'off', false],
  [booleanSetting({ description, words: ['true', 'false'] }), 'true', true],
])('%j parses %s as %j, like TypeBox', (schema, text, value) => {
  expect(parseSetting(schema, text)).toEqual(value)
  expect(Check(schema, value)).toBe(true)
})

test.each([
  [port, '0', 0],
  [port, '10', 10],
  [port, '1.5', 1.5],
  [port, '1e0', '1e0'],
  [three, '1,2', [1, 2]],
  [three, '1,2,3,4', [1, 2, 3, 4]],
  [three, '1,2,x', [1, 2, 'x']],
  [hosts, 'a.example,b c', ['a.example', 'b c']],
  [host, 'a b', 'a b'],
  [level, 'medium', 'medium'],
  [isOn, 'yes', 'yes'],
])('%j rejects %s, like TypeBox', (schema, text, value) => {
  expect(parseSetting(schema, text)).toBeUndefined()
  expect(Check(schema, value)).toBe(false)
})

test('describes what a setting allows', () => {
  expect([port, three, host, level, isOn].map((schema) => expectedValue(schema))).toEqual([
    'a whole number from 1 to 9',
    '3 values, separated by commas, each a whole number from 0 to 9',
    'a host name such as lyceum.example',
    'one of low, high',
    'one of on, off',
  ])
})

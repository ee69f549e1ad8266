import { expect, test } from 'vitest'
import { createI18n } from './create-i18n.ts'

const texts = { ui: { pay: 'Pay {{amount}} by <b>{{day}}</b>' } }

test('right to left, each value of a text is isolated, so that signs and digits keep their order', () => {
  const { t } = createI18n('ar', { ar: texts })
  const pay: unknown = t('pay' as never, { amount: '₦500', day: 7 } as never)
  expect(pay).toBe('Pay \u2068₦500\u2069 by <b>\u20687\u2069</b>')
})

test('left to right, values are inserted as they are', () => {
  const { t } = createI18n('fr', { fr: texts })
  expect(t('pay' as never, { amount: '<₦500>', day: 7 } as never)).toBe('Pay <₦500> by <b>7</b>')
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getTestApp } from '#testing/builders/school-builder.ts'
import { reactions } from './reactions.ts'

/** Names that domains declare with `defineEvent` or `defineSlot`. */
const declared = (kind: 'Event' | 'Slot') =>
  globSync('*/**/*.ts', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('platform/'))
    .flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
        new RegExp(`\\bdefine${kind}<[^(]*>\\(\\s*'(\\w+)'`, 'g'),
      ),
    ])
    .map((match) => match[1]!)

test('starts every process with the reactions', async () => {
  expect((await getTestApp()).services.reactions).toBe(reactions)
})

test('has a handler for every declared event', () => {
  const events = declared('Event')
  expect(events).toContain('course_updated')
  expect(new Set(events).size).toBe(events.length)
  for (const name of events) expect(reactions.handlersOf({ name }), name).not.toEqual([])
})

test('provides every declared slot', () => {
  const slots = declared('Slot')
  expect(slots).toContain('faculty_lookup')
  expect(new Set(slots).size).toBe(slots.length)
  for (const name of slots) expect(reactions.slot({ name }), name).toBeDefined()
})

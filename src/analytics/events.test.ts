import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import siteMap from '#routes.ts'
import {
  declaredPage,
  eventNames,
  eventOfCall,
  eventOfPage,
  usageEvents,
  type EventTrigger,
} from './events.ts'

interface Entry {
  path?: string
  index?: boolean
  children?: Entry[]
}

/** The paths of all screens. */
function pathsOf(entries: readonly Entry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const fullPath = path ? `${above}/${path}` : above
    return [fullPath, ...pathsOf(children, fullPath)]
  })
}

const screens = globSync('src/**/screens/**/*.{ts,tsx}', { cwd: join(import.meta.dirname, '../..') })
  .map((file) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))
  .join('\n')
const contracts = new Set(allRoutes.map(({ name }) => name))
const paths = new Set(pathsOf(siteMap as Entry[]))

/** Why a trigger can never fire; empty if it can. */
function flawsOf(trigger: EventTrigger): string[] {
  if ('page' in trigger) return paths.has(trigger.page) ? [] : [`no screen at ${trigger.page}`]
  if (trigger.calls.length === 0) return ['no call']
  return trigger.calls.flatMap((call) => {
    if (!contracts.has(call)) return [`no contract ${call}`]
    return new RegExp(`\\b${call}\\b`).test(screens) ? [] : [`no screen calls ${call}`]
  })
}

test.each(Object.entries(usageEvents) as [string, EventTrigger][])(
  '%s has a trigger that exists in the product',
  (_name, trigger) => expect(flawsOf(trigger)).toEqual([]),
)

test.each<[EventTrigger, string]>([
  [{ page: '/billing' }, 'no screen at /billing'],
  [{ calls: [] }, 'no call'],
  [{ calls: ['buyCoupon'] }, 'no contract buyCoupon'],
  [{ calls: ['recordUsage'] }, 'no screen calls recordUsage'],
])('detects the invalid trigger %j', (trigger, flaw) => expect(flawsOf(trigger)).toEqual([flaw]))

test('gives each event a trigger of its own', () => {
  const reached = eventNames.map((name) => {
    const trigger: EventTrigger = usageEvents[name]
    const found =
      'page' in trigger ? [eventOfPage(trigger.page.replace(/:\w+/g, 'x'))] : trigger.calls.map(eventOfCall)
    return [...new Set(found)]
  })
  expect(reached).toEqual(eventNames.map((name) => [name]))
})

test.each([
  ['/manage/', 'admin_dashboard_viewed'],
  ['/manage/courses/new', 'course_creation_started'],
  ['/manage/courses/0197', 'course_content_opened'],
  ['/manage/courses/0197/settings', undefined],
  ['/', undefined],
  ['', undefined],
])('maps %s to %s', (path, name) => expect(eventOfPage(path)).toBe(name))

test('reports the page of an event without ids', () => {
  expect(declaredPage('course_content_opened')).toBe('/manage/courses/:course_id')
  expect(declaredPage('course_created')).toBeUndefined()
})

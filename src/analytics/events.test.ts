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

/**
 * Areas that the specification's event names imply: the screens of each, and the names of its events. An area whose
 * screens do not exist yet adds its events with them.
 */
const areas: Record<string, { screens: RegExp; events: RegExp }> = {
  'admin dashboard': { screens: /^\/manage$/, events: /^admin_dashboard_/ },
  'course creation': { screens: /^\/manage\/courses\/new$/, events: /^course_(creation|created)/ },
  'course content': { screens: /^\/manage\/courses\/:course_id$/, events: /^course_content_/ },
  templates: { screens: /\/templates$/, events: /^course_template/ },
  'school creation': { screens: /^\/create-school$/, events: /^school_cre/ },
  'upgrade school plan': { screens: /^\/manage\/settings\/plan$/, events: /^school_plan_/ },
  coupons: { screens: /\/coupons$/, events: /^coupon/ },
  'billing of students': { screens: /^\/payments$/, events: /^(payments|checkout)_/ },
  'billing of schools': { screens: /^\/manage\/orders$/, events: /^order/ },
  'find-school homepage': { screens: /^\/find-school$/, events: /^find_school_/ },
  'forgot password': { screens: /^\/forgot-password$/, events: /^forgot_password_/ },
  'create password': { screens: /^\/create-password$/, events: /^create_password_/ },
  'classroom and live class': {
    screens: /\/(classroom|live-class(es)?|schedules?)$/,
    events: /^(classroom|live_class)/,
  },
  assessments: { screens: /\/(assessments?|exams?|quizzes)$/, events: /^assessment/ },
  discussions: { screens: /\/discussions?$/, events: /^discussion/ },
  'school mail and mail history': { screens: /\/(school-)?mails?(-history)?$/, events: /^school_mail/ },
  chat: { screens: /\/chats?$/, events: /^chat/ },
}

test.each(Object.entries(areas))(
  'the area «%s» has events once it has screens',
  (_area, { screens, events }) => {
    const hasScreen = [...paths].some((path) => screens.test(path))
    expect(eventNames.some((name) => events.test(name))).toBe(hasScreen)
  },
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
  ['/manage/coupons', 'coupons_viewed'],
  ['/payments', 'payments_viewed'],
  ['/payments/return', undefined],
  ['/manage/orders', 'orders_viewed'],
  ['/manage/orders/0197', 'order_viewed'],
  ['/', undefined],
  ['', undefined],
])('maps %s to %s', (path, name) => expect(eventOfPage(path)).toBe(name))

test('reports the page of an event without ids', () => {
  expect(declaredPage('course_content_opened')).toBe('/manage/courses/:course_id')
  expect(declaredPage('course_created')).toBeUndefined()
})

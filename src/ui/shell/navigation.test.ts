import { expect, test } from 'vitest'
import {
  groupNavigation,
  isCurrentItem,
  isHiddenFrom,
  navigationFor,
  schoolNavigation,
} from './navigation.ts'
import { filterEntries } from './palette-entries.ts'

const linksOf = (role: 'student' | 'teacher' | 'admin' | 'account_user') =>
  navigationFor(schoolNavigation, role).map(({ to }) => to)

test('shows each role its links', () => {
  expect(linksOf('student')).toEqual([
    '/dashboard',
    '/assessments',
    '/notes',
    '/certificates',
    '/',
    '/notifications',
    '/profile',
    '/payments',
  ])
  expect(linksOf('teacher')).toEqual([
    '/manage',
    '/manage/courses',
    '/manage/assessments',
    '/manage/question-banks',
    '/manage/students',
    '/',
    '/notifications',
  ])
  expect(linksOf('admin')).toContain('/manage/settings')
  const ownersOnly = '/manage/settings/plan'
  expect(linksOf('account_user').filter((link) => link !== ownersOnly)).toEqual(linksOf('admin'))
  expect(linksOf('account_user')).toContain(ownersOnly)
  expect(navigationFor(schoolNavigation, null)).toEqual([])
})

test.each([
  ['student', '/manage', true],
  ['student', '/manage/courses/7/settings', true],
  ['student', '/learn/7', false],
  ['student', '/dashboard', false],
  ['teacher', '/manage/courses/7', false],
  ['teacher', '/manage/settings', true],
  ['teacher', '/manage/settings/theme', true],
  ['teacher', '/manage/webhooks/7', true],
  ['teacher', '/manage/domains', true],
  ['teacher', '/managers', false],
  ['teacher', '/profile', false],
  ['admin', '/manage/settings', false],
] as const)('decides whether a %s at %s is denied: %s', (role, path, closed) => {
  expect(isHiddenFrom(schoolNavigation, role, path)).toBe(closed)
})

test('the menu shows sections in order and leaves out what only the search finds', () => {
  const groups = groupNavigation(navigationFor(schoolNavigation, 'admin'))
  expect(groups.map(({ section }) => section)).toEqual([undefined, 'teach', 'people', 'sell', 'settings'])
  const shown = groups.flatMap(({ items }) => items.map(({ to }) => to))
  expect(shown).toContain('/manage/settings')
  expect(shown).not.toContain('/manage/webhooks')
})

test.each([
  ['/manage', '/manage', true],
  ['/manage', '/manage/courses', false],
  ['/manage/courses', '/manage/courses/7/settings', true],
  ['/manage/settings', '/manage/webhooks/7', true],
  ['/manage/settings', '/manage/settings/brand', true],
  ['/manage/settings', '/manage/students', false],
])('the entry %s is current at %s: %s', (to, pathname, current) => {
  const item = schoolNavigation.find((one) => one.to === to)!
  expect(isCurrentItem(item, pathname)).toBe(current)
})

test('finds entries by the beginnings of words, with or without accents', () => {
  const entries = ['Réglages', 'Mes cours', 'Étudiants du cours'].map((label) => ({
    id: label,
    label,
    group: 'Pages',
  }))
  const found = (query: string) => filterEntries(entries, query).map(({ label }) => label)
  expect(found('regl')).toEqual(['Réglages'])
  expect(found('cours')).toEqual(['Mes cours', 'Étudiants du cours'])
  expect(found('étu COURS')).toEqual(['Étudiants du cours'])
  expect(found('')).toHaveLength(3)
  expect(found('zzz')).toEqual([])
})

test('tolerates one typing error in each word only if nothing matches, and prefers labels that begin so', () => {
  const entries = ['Login settings', 'Settings', 'Students'].map((label) => ({
    id: label,
    label,
    group: 'Pages',
  }))
  const found = (query: string) => filterEntries(entries, query).map(({ label }) => label)
  expect(found('set')).toEqual(['Settings', 'Login settings'])
  expect(found('setings')).toEqual(['Login settings', 'Settings'])
  expect(found('logn settnigs')).toEqual(['Login settings'])
  expect(found('xyzw')).toEqual([])
})

import { expect, test } from 'vitest'
import { fakeStorage } from '#testing/fakes/fake-storage.ts'
import {
  browserStore,
  handoffRole,
  keepLogin,
  storedSession,
  storedToken,
  takeTokenFromAddress,
} from './session.ts'

/** A browser at an address, with what it stored before. */
function browserAt(href: string, stored: Record<string, string> = {}) {
  const shelf = fakeStorage(stored)
  const shown = { href, replaced: 0 }
  const place = {
    get href() {
      return shown.href
    },
    replace(address: string) {
      shown.href = new URL(address, shown.href).href
      shown.replaced++
    },
  }
  return { shelf, store: browserStore(shelf), place, shown }
}

test('the address comes first, then user_token, then the legacy auth_token', () => {
  const { store, place } = browserAt('http://demo.localhost/?user_token=new', {
    user_token: 'kept',
    auth_token: 'old',
  })
  expect(takeTokenFromAddress(place, store)).toBe('new')
  expect(storedToken(browserStore(fakeStorage({ user_token: 'kept', auth_token: 'old' })))).toBe('kept')
  expect(storedToken(browserStore(fakeStorage({ auth_token: 'old' })))).toBe('old')
  expect(storedToken(browserStore(fakeStorage()))).toBeNull()
})

test('the token leaves the address at once, and nothing else does', () => {
  const { store, place, shown } = browserAt(
    'http://demo.localhost/learn/7?topic=3&user_token=abc&creator_preview=true#notes',
  )
  expect(takeTokenFromAddress(place, store)).toBe('abc')
  expect(shown).toEqual({
    href: 'http://demo.localhost/learn/7?topic=3&creator_preview=true#notes',
    replaced: 1,
  })
  takeTokenFromAddress(place, store)
  expect(shown.replaced).toBe(1)
})

test('an empty token is taken away but logs nobody out', () => {
  const { store, place, shown } = browserAt('http://demo.localhost/?user_token=', { user_token: 'kept' })
  takeTokenFromAddress(place, store)
  expect(storedToken(store)).toBe('kept')
  expect(shown.href).toBe('http://demo.localhost/')
})

test('a one-time code is handed back and never kept as a session', () => {
  for (const role of ['student', 'teacher', 'admin']) {
    const { store, place, shelf } = browserAt(`http://demo.localhost/?user_token=handoff.${role}.k3y`)
    expect(takeTokenFromAddress(place, store)).toBe(`handoff.${role}.k3y`)
    expect(handoffRole(`handoff.${role}.k3y`)).toBe(role)
    expect(shelf.length).toBe(0)
  }
  expect(handoffRole('handoff.owner.k3y')).toBeUndefined()
})

test('another token replaces no session by itself', () => {
  const details = JSON.stringify({ user_type: 'admin', name: 'Amara' })
  const { store, place } = browserAt('http://demo.localhost/?user_token=new', {
    user_token: 'kept',
    user_type: 'admin',
    user_details: details,
  })
  expect(takeTokenFromAddress(place, store)).toBe('new')
  expect(storedSession(store)).toMatchObject({ token: 'kept', details: { name: 'Amara' } })
})

test('the token of the running session is not exchanged', () => {
  const { store, place, shown } = browserAt('http://demo.localhost/?user_token=kept', { user_token: 'kept' })
  expect(takeTokenFromAddress(place, store)).toBeNull()
  expect(shown.href).toBe('http://demo.localhost/')
})

test('a login is kept under the specified keys', () => {
  const shelf = fakeStorage()
  const store = browserStore(shelf)
  keepLogin(store, {
    user_token: 't',
    user_type: 'student',
    user: { _id: '7', name: 'Amara' },
    user_faculties: ['law'],
  })
  expect(shelf.getItem('user_token')).toBe('t')
  expect(shelf.getItem('user_type')).toBe('student')
  expect(JSON.parse(shelf.getItem('user_details')!)).toEqual({
    _id: '7',
    name: 'Amara',
    user_type: 'student',
  })
  expect(shelf.getItem('user_faculties')).toBe('["law"]')
  expect(storedSession(store)?.user_type).toBe('student')
})

test('an empty list of faculties is removed', () => {
  const shelf = fakeStorage({ user_faculties: '["law"]' })
  browserStore(shelf).userFaculties.set([])
  expect(shelf.getItem('user_faculties')).toBeNull()
})

test('what belongs to a course stands under the course, the second id null when absent', () => {
  const shelf = fakeStorage()
  const store = browserStore(shelf)
  store.courseDiscussion('c1').set(['a'])
  store.courseDiscussion('c1', 'd2').set(['b'])
  store.courseTopicRecommendation('c1').set({ question: 'q', answer: 'a' })
  store.courseAiQa('c1').set({ question: 'q', answer: 'a' })
  store.notifications.set([1])
  const keys = Array.from({ length: shelf.length }, (_, index) => shelf.key(index))
  expect(new Set(keys)).toEqual(
    new Set([
      'course_ai_qa:c1',
      'course_discussion:c1:d2',
      'course_discussion:c1:null',
      'course_topic_recommendation:c1',
      'notifications',
    ]),
  )
  expect(store.courseDiscussion('c1', 'd2').get()).toEqual(['b'])
})

test('what cannot be read is as if it were not there', () => {
  const store = browserStore(
    fakeStorage({ user_details: '{broken', notifications: '{}', user_faculties: 'null' }),
  )
  expect(store.userDetails.get()).toBeNull()
  expect(store.notifications.get()).toBeNull()
  expect(store.userFaculties.get()).toBeNull()
})

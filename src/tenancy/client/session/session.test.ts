import { expect, test } from 'vitest'
import { createFakeStorage } from '#testing/fakes/fake-storage.ts'
import {
  browserStore,
  handoffRole,
  storeLogin,
  storedSession,
  storedToken,
  takeTokenFromAddress,
} from './session.ts'

/** A browser at an address with stored values. */
function browserAt(href: string, stored: Record<string, string> = {}) {
  const storage = createFakeStorage(stored)
  const shown = { href, replaced: 0 }
  const addressBar = {
    get href() {
      return shown.href
    },
    replace(address: string) {
      shown.href = new URL(address, shown.href).href
      shown.replaced++
    },
  }
  return { storage, store: browserStore(storage), addressBar, shown }
}

test('prefers the address, then user_token, then the legacy auth_token', () => {
  const { store, addressBar } = browserAt('http://demo.localhost/?user_token=new', {
    user_token: 'kept',
    auth_token: 'old',
  })
  expect(takeTokenFromAddress(addressBar, store)).toBe('new')
  expect(storedToken(browserStore(createFakeStorage({ user_token: 'kept', auth_token: 'old' })))).toBe('kept')
  expect(storedToken(browserStore(createFakeStorage({ auth_token: 'old' })))).toBe('old')
  expect(storedToken(browserStore(createFakeStorage()))).toBeNull()
})

test('removes the token from the address at once, and nothing else', () => {
  const { store, addressBar, shown } = browserAt(
    'http://demo.localhost/learn/7?topic=3&user_token=abc&creator_preview=true#notes',
  )
  expect(takeTokenFromAddress(addressBar, store)).toBe('abc')
  expect(shown).toEqual({
    href: 'http://demo.localhost/learn/7?topic=3&creator_preview=true#notes',
    replaced: 1,
  })
  takeTokenFromAddress(addressBar, store)
  expect(shown.replaced).toBe(1)
})

test('removes an empty token without logging out', () => {
  const { store, addressBar, shown } = browserAt('http://demo.localhost/?user_token=', { user_token: 'kept' })
  takeTokenFromAddress(addressBar, store)
  expect(storedToken(store)).toBe('kept')
  expect(shown.href).toBe('http://demo.localhost/')
})

test('returns a one-time code and never stores it', () => {
  for (const role of ['student', 'teacher', 'admin']) {
    const { store, addressBar, storage } = browserAt(`http://demo.localhost/?user_token=handoff.${role}.k3y`)
    expect(takeTokenFromAddress(addressBar, store)).toBe(`handoff.${role}.k3y`)
    expect(handoffRole(`handoff.${role}.k3y`)).toBe(role)
    expect(storage.length).toBe(0)
  }
  expect(handoffRole('handoff.owner.k3y')).toBeUndefined()
})

test('does not replace a session by another token', () => {
  const details = JSON.stringify({ user_type: 'admin', name: 'Amara' })
  const { store, addressBar } = browserAt('http://demo.localhost/?user_token=new', {
    user_token: 'kept',
    user_type: 'admin',
    user_details: details,
  })
  expect(takeTokenFromAddress(addressBar, store)).toBe('new')
  expect(storedSession(store)).toMatchObject({ token: 'kept', details: { name: 'Amara' } })
})

test('does not exchange the token of the current session', () => {
  const { store, addressBar, shown } = browserAt('http://demo.localhost/?user_token=kept', {
    user_token: 'kept',
  })
  expect(takeTokenFromAddress(addressBar, store)).toBeNull()
  expect(shown.href).toBe('http://demo.localhost/')
})

test('stores a login under the specified keys', () => {
  const storage = createFakeStorage()
  const store = browserStore(storage)
  storeLogin(store, {
    user_token: 't',
    user_type: 'student',
    user: { _id: '7', name: 'Amara' },
    user_faculties: ['law'],
  })
  expect(storage.getItem('user_token')).toBe('t')
  expect(storage.getItem('user_type')).toBe('student')
  expect(JSON.parse(storage.getItem('user_details')!)).toEqual({
    _id: '7',
    name: 'Amara',
    user_type: 'student',
  })
  expect(storage.getItem('user_faculties')).toBe('["law"]')
  expect(storedSession(store)?.user_type).toBe('student')
})

test('removes an empty list of faculties', () => {
  const storage = createFakeStorage({ user_faculties: '["law"]' })
  browserStore(storage).userFaculties.set([])
  expect(storage.getItem('user_faculties')).toBeNull()
})

test('stores values of a course under its id, with null for an absent second id', () => {
  const storage = createFakeStorage()
  const store = browserStore(storage)
  store.courseDiscussion('c1').set(['a'])
  store.courseDiscussion('c1', 'd2').set(['b'])
  store.courseTopicRecommendation('c1').set({ question: 'q', answer: 'a' })
  store.courseAiQa('c1').set({ question: 'q', answer: 'a' })
  store.notifications.set([1])
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
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

test('ignores unreadable values', () => {
  const store = browserStore(
    createFakeStorage({ user_details: '{broken', notifications: '{}', user_faculties: 'null' }),
  )
  expect(store.userDetails.get()).toBeNull()
  expect(store.notifications.get()).toBeNull()
  expect(store.userFaculties.get()).toBeNull()
})

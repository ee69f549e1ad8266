import { expect, test } from 'vitest'
import { createTestSchool, testSource } from '#testing/builders/school-builder.ts'
import { asSchool, contextFor } from './context-for.ts'
import { systemActor } from '../access/actor.ts'
import { PLATFORM_ID } from '../hosts/school.ts'

async function loadSchool(language: string) {
  const { app, school_id } = await createTestSchool({ language })
  const school = await app.services.hosts.byId(school_id)
  return { services: app.services, school: school! }
}

test("uses the school's brand and language, and the time of the process", async () => {
  const { services, school } = await loadSchool('fr')
  const now = new Date('2026-05-04T03:02:01Z')
  const context = contextFor(
    { ...services, now: () => now },
    { school, actor: systemActor, source: { request_id: 'one', request_source: 'job' } },
  )
  expect(context).toMatchObject({
    school_id: school.school_id,
    school,
    brand: school.brand,
    locale: 'fr',
    now,
    request_source: 'job',
    address: '',
  })
})

test('prefers values of the source to defaults', async () => {
  const { services, school } = await loadSchool('fr')
  const now = new Date('2026-05-04T03:02:01Z')
  const source = { ...testSource(), locale: 'en', address: '192.0.2.7', now }
  expect(contextFor(services, { school, actor: systemActor, source })).toMatchObject({
    locale: 'en',
    address: '192.0.2.7',
    now,
  })
})

test('has no school in a context of the platform', async () => {
  const { services } = await loadSchool('en')
  const brand = await services.hosts.brand(null)
  const school = { school_id: PLATFORM_ID, brand }
  const context = contextFor(services, { school, actor: systemActor, source: testSource() })
  expect(context).toMatchObject({ school_id: PLATFORM_ID, school: null, brand, locale: 'en' })
})

test('switches the school with asSchool, and its brand if given', async () => {
  const { services, school } = await loadSchool('en')
  const { school: other } = await loadSchool('en')
  const actor = { ...systemActor, name: 'Ann' }
  const context = contextFor(services, { school, actor, source: testSource() })
  const byId = asSchool(context, { school_id: other.school_id })
  expect(byId).toMatchObject({ school_id: other.school_id, school: null, brand: school.brand, actor })
  const brand = { ...other.brand, key: 'reseller.example' }
  expect(asSchool(context, { school_id: other.school_id, brand })).toMatchObject({ school: null, brand })
  expect(asSchool(context, { ...other, brand })).toMatchObject({ school: { name: other.name }, brand })
})

import { describe, expect, test } from 'vitest'
import { visitorActor, type Actor, type Role } from '#tenancy/access/actor.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import './contract.ts'
import * as policy from './policy.ts'
import type { UserStatus } from './policy.ts'

const roles: Role[] = ['student', 'teacher', 'admin', 'account_user']
const statuses: UserStatus[] = ['active', 'awaiting_acceptance', 'suspended', 'removed']
const actor = (role: Actor['role'], id = 'actor'): Actor => ({ ...visitorActor, id, role })
const person = (role: Role, status: UserStatus = 'active', id = 'person') => ({ id, role, status })
const codeOf = (verdict: { allowed: boolean; code?: string }) => (verdict.allowed ? 'allowed' : verdict.code)

test('lets only active people log in', () => {
  expect(statuses.map((status) => codeOf(policy.mayLogIn({ status })))).toEqual([
    'allowed',
    'awaiting_acceptance',
    'account_suspended',
    'credentials_wrong',
  ])
})

describe('registration', () => {
  const open = { allow_student_registration: true, allow_teacher_registration: true }
  const closed = { allow_student_registration: false, allow_teacher_registration: false }

  test.each([
    ['student', open, 'allowed'],
    ['student', closed, 'registration_closed'],
    ['student', { ...closed, allow_teacher_registration: true }, 'registration_closed'],
    ['teacher', open, 'allowed'],
    ['teacher', closed, 'registration_closed'],
    ['teacher', { ...closed, allow_student_registration: true }, 'registration_closed'],
    ['admin', open, 'registration_closed'],
  ] as const)('as %s with the settings %o: %s', (role, rules, answer) => {
    expect(codeOf(policy.mayRegister(role, rules, false))).toBe(answer)
  })

  test('is allowed for every role with an invitation', () => {
    for (const role of ['student', 'teacher', 'admin'] as const)
      expect(policy.mayRegister(role, closed, true).allowed).toBe(true)
  })
})

describe('visibility of people', () => {
  const expected: Record<string, Record<Role, string | null>> = {
    student: { student: null, teacher: 'card', admin: 'card', account_user: 'card' },
    teacher: { student: 'contact', teacher: 'contact', admin: 'contact', account_user: 'contact' },
    admin: { student: 'full', teacher: 'full', admin: 'full', account_user: 'full' },
    account_user: { student: 'full', teacher: 'full', admin: 'full', account_user: 'full' },
    visitor: { student: null, teacher: 'card', admin: 'card', account_user: 'card' },
  }

  test.each(Object.keys(expected))('as %s', (who) => {
    for (const role of roles)
      expect(policy.profileVisibility(actor(who as Role), person(role)), role).toBe(expected[who]![role])
  })

  test('hides inactive teachers from students, and shows everybody themselves', () => {
    for (const status of ['awaiting_acceptance', 'suspended'] as const)
      expect(policy.profileVisibility(actor('student'), person('teacher', status))).toBeNull()
    for (const role of roles)
      expect(policy.profileVisibility(actor(role, 'person'), person(role))).toBe('full')
  })

  test('hides removed people from everybody', () => {
    for (const who of roles)
      for (const role of roles)
        expect(policy.profileVisibility(actor(who), person(role, 'removed'))).toBeNull()
  })
})

describe('editing', () => {
  test.each([
    ['student', ['forbidden', 'forbidden', 'forbidden', 'forbidden']],
    ['teacher', ['forbidden', 'forbidden', 'forbidden', 'forbidden']],
    ['admin', ['allowed', 'allowed', 'allowed', 'owner_only']],
    ['account_user', ['allowed', 'allowed', 'allowed', 'allowed']],
  ] as const)('%s', (who, answers) => {
    expect(roles.map((role) => codeOf(policy.mayEditUser(actor(who), person(role))))).toEqual(answers)
    expect(policy.mayEditUser(actor(who, 'person'), person(who)).allowed).toBe(true)
    expect(codeOf(policy.mayEditUser(actor(who), person('student', 'removed')))).toBe('not_found')
  })

  test('allows one’s own images; codes are for admins', () => {
    expect(policy.maySetProfileImage(actor('student', 'person'), person('student')).allowed).toBe(true)
    expect(codeOf(policy.maySetProfileImage(actor('admin'), person('student')))).toBe('forbidden')
    expect(roles.map((role) => policy.mayAssignUserCode(actor(role)).allowed)).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
})

test.each([
  ['platform', false, ['allowed', 'allowed', 'allowed', 'allowed']],
  [
    'platform',
    true,
    [
      'email_linked_to_other_identity',
      'email_linked_to_other_identity',
      'email_linked_to_other_identity',
      'email_linked_to_other_identity',
    ],
  ],
  ['school', false, ['allowed', 'allowed', 'allowed', 'owner_oidc_forbidden']],
  [
    'school',
    true,
    [
      'email_linked_to_other_identity',
      'email_linked_to_other_identity',
      'email_linked_to_other_identity',
      'owner_oidc_forbidden',
    ],
  ],
] as const)('over the issuer of the %s, linked to another person: %s', (issuer, linked, answers) => {
  expect(roles.map((role) => codeOf(policy.mayLogInWithOidc({ role }, issuer, linked)))).toEqual(answers)
})

describe('a second factor', () => {
  const all = (is_support: boolean, is_enrolled: boolean, require_second_factor: boolean) =>
    (['visitor', 'system', ...roles] as const).map((role) =>
      policy.factorRequirement({ role, is_support, is_enrolled }, { require_second_factor }),
    )

  test('is required of people who have one, whatever the school’s setting', () => {
    for (const support of [true, false])
      for (const required of [true, false])
        expect(new Set(all(support, true, required))).toEqual(new Set(['challenge']))
  })
  test('must always be set up by support accounts', () => {
    for (const required of [true, false])
      expect(new Set(all(true, false, required))).toEqual(new Set(['enrol']))
  })
  test('must be set up by staff only, if the school requires it', () => {
    expect(all(false, false, true)).toEqual(['none', 'none', 'none', 'enrol', 'enrol', 'enrol'])
    expect(new Set(all(false, false, false))).toEqual(new Set(['none']))
  })
  test('is reset by admins for others, and never for an owner', () => {
    const may = (who: Actor, role: Role, id = 'person') =>
      codeOf(policy.mayResetSecondFactor(who, person(role, 'active', id)))
    for (const who of ['student', 'teacher'] as const)
      for (const role of roles) expect(may(actor(who), role)).toBe('forbidden')
    for (const who of ['admin', 'account_user'] as const) {
      expect(roles.map((role) => may(actor(who), role))).toEqual([
        'allowed',
        'allowed',
        'allowed',
        'forbidden',
      ])
      expect(may(actor(who, 'person'), who)).toBe('own_role_immutable')
    }
  })
})

describe('changes of role and status', () => {
  test.each([
    ['student', 0, ['forbidden', 'forbidden', 'forbidden', 'forbidden']],
    ['teacher', 0, ['forbidden', 'forbidden', 'forbidden', 'forbidden']],
    ['admin', 0, ['allowed', 'allowed', 'allowed', 'owner_only']],
    ['admin', 5, ['allowed', 'allowed', 'allowed', 'owner_only']],
    ['account_user', 0, ['allowed', 'allowed', 'allowed', 'last_owner']],
    ['account_user', 1, ['allowed', 'allowed', 'allowed', 'allowed']],
  ] as const)('%s with %i other owners', (who, owners, answers) => {
    expect(
      roles.map((role) => codeOf(policy.mayChangeRoleOrStatus(actor(who), person(role), owners))),
    ).toEqual(answers)
  })

  test('refuse oneself and removed people', () => {
    for (const role of ['admin', 'account_user'] as const) {
      expect(codeOf(policy.mayChangeRoleOrStatus(actor(role, 'person'), person(role), 1))).toBe(
        'own_role_immutable',
      )
      expect(codeOf(policy.mayChangeRoleOrStatus(actor(role), person('student', 'removed'), 1))).toBe(
        'not_found',
      )
    }
  })

  test('show buttons by status', () => {
    const can = (status: UserStatus) => policy.userPermissions(actor('admin'), person('teacher', status))
    expect(can('active')).toMatchObject({ accept: false, suspend: true, restore: false, remove: true })
    expect(can('awaiting_acceptance')).toMatchObject({ accept: true, suspend: false, restore: false })
    expect(can('suspended')).toMatchObject({ accept: false, suspend: false, restore: true })
    const none = {
      edit: false,
      change_role: false,
      accept: false,
      suspend: false,
      restore: false,
      remove: false,
    }
    expect(policy.userPermissions(actor('teacher'), person('student'))).toEqual(none)
    expect(policy.userPermissions(actor('admin'), person('account_user'))).toEqual(none)
    expect(policy.userPermissions(actor('student', 'person'), person('student'))).toEqual({
      ...none,
      edit: true,
    })
  })
})

describe('an invitation', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const later = new Date('2026-05-02T12:00:00Z')
  const open = { accepted_at: null, revoked_at: null, expires_at: later }

  test.each([
    [open, 'open', 'allowed'],
    [{ ...open, expires_at: now }, 'expired', 'allowed'],
    [{ ...open, revoked_at: now }, 'revoked', 'invitation_closed'],
    [{ ...open, accepted_at: now }, 'accepted', 'invitation_closed'],
    [{ ...open, accepted_at: now, revoked_at: now }, 'accepted', 'invitation_closed'],
  ] as const)('%o is %s and renewing it is %s', (state, status, renewing) => {
    expect(policy.invitationStatus(state, now)).toBe(status)
    expect(codeOf(policy.mayResendInvitation(state))).toBe(renewing)
  })
})

test('treats the platform’s id as nobody', () => {
  expect(visitorActor.id).toBe(PLATFORM_ID)
})

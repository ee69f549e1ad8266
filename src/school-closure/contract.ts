import { Type } from 'typebox'
import { ownerReauthRefusals, OwnerReauthFields } from '#ownership/contract.ts'
import {
  StringEnum,
  declareRefusals,
  OkReply,
  Id,
  Instant,
  Nullable,
  Optional,
  defineRoute,
  Text,
} from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  school_already_closing: [409, 'This school is closing already.'],
  school_not_closing: [409, 'This school is not closing, or it is too late.'],
  address_mismatch: [422, 'This is not the school’s address.'],
})

const one = '/accounts/v1/schools/:school_id/closing'
const OfSchool = Type.Object({ school_id: Id })

const Archive = Type.Object({
  state: StringEnum('none', 'waiting', 'running', 'done', 'failed'),
  size: Nullable(Type.Integer()),
  requested_at: Nullable(Instant),
  /** Where the owner who asks reads it for some hours. */
  url: Nullable(Type.String()),
})

export const Closing = Type.Object({
  started_at: Instant,
  /** Until then any owner takes it back. */
  erase_at: Instant,
  reason: Type.String(),
  archive: Archive,
})

export const getClosing = defineRoute({
  name: 'getClosing',
  method: 'GET',
  path: one,
  scope: 'platform',
  can: 'owner',
  summary: 'Whether a school of the account is closing, and its archive',
  transaction: 'own',
  params: OfSchool,
  reply: [
    200,
    Type.Object({ school_url: Type.String(), grace_days: Type.Integer(), closing: Nullable(Closing) }),
  ],
})

export const closeSchool = defineRoute({
  name: 'closeSchool',
  method: 'POST',
  path: one,
  scope: 'platform',
  can: 'owner',
  support: 'never',
  summary: 'Closes a school: nobody writes in it from now on, and after the grace it is erased',
  transaction: 'own',
  limits: [{ by: 'user', max: 20, seconds: 86_400 }],
  params: OfSchool,
  body: Type.Object({
    /** Typed anew, so that it is this school and no other. */
    school_url: Text(120),
    reason: Optional(Text(1_000)),
    ...OwnerReauthFields,
  }),
  reply: [201, Closing],
  refusals: [...ownerReauthRefusals, 'address_mismatch', 'school_already_closing'],
})

export const cancelClosing = defineRoute({
  name: 'cancelClosing',
  method: 'DELETE',
  path: one,
  scope: 'platform',
  can: 'owner',
  support: 'never',
  summary: 'Takes a closing back: everything is as it was',
  transaction: 'own',
  params: OfSchool,
  reply: [200, OkReply],
  refusals: ['school_not_closing'],
})

export const requestSchoolArchive = defineRoute({
  name: 'requestSchoolArchive',
  method: 'POST',
  path: `${one}/archive`,
  scope: 'platform',
  can: 'owner',
  support: 'never',
  summary: 'Has a closing school written into one file; the one before is thrown away',
  transaction: 'own',
  limits: [{ by: 'user', max: 20, seconds: 86_400 }],
  params: OfSchool,
  reply: [201, Archive],
  refusals: ['school_not_closing'],
})

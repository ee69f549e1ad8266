import { Type } from 'typebox'
import { ownerReauthRefusals, OwnerReauthFields } from '#ownership/contract.ts'
import { StringEnum, OkReply, Id, Instant, Nullable, Optional, Text } from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  school_already_closing: [409, 'This school is already closing.'],
  school_not_closing: [409, 'This school is not closing, or it is too late to reopen it.'],
  address_mismatch: [422, 'This is not the school’s address. Check it and try again.'],
})

const one = '/accounts/v1/schools/:school_id/closing'
const OfSchool = Type.Object({ school_id: Id })

const Archive = Type.Object({
  state: StringEnum('none', 'waiting', 'running', 'done', 'failed'),
  size: Nullable(Type.Integer()),
  requested_at: Nullable(Instant),
  /** Download address for the requesting owner, valid for some hours. */
  url: Nullable(Type.String()),
})

export const Closing = Type.Object({
  started_at: Instant,
  /** Until then any owner can cancel the closing. */
  erase_at: Instant,
  reason: Type.String(),
  archive: Archive,
})

export const getClosing = defineRoute({
  name: 'getClosing',
  method: 'GET',
  path: one,
  scope: 'platform',
  access: 'owner',
  summary: 'Get the closing status and archive of a school',
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
  access: 'owner',
  support: 'never',
  summary: 'Close a school: it becomes read-only and is erased after the grace period',
  transaction: 'own',
  limits: [{ by: 'user', max: 20, seconds: 86_400 }],
  params: OfSchool,
  body: Type.Object({
    /** The school's address, typed as a confirmation. */
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
  access: 'owner',
  support: 'never',
  summary: 'Cancel the closing of a school',
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
  access: 'owner',
  support: 'never',
  summary: 'Start an archive of a closing school; replaces the previous one',
  transaction: 'own',
  limits: [{ by: 'user', max: 20, seconds: 86_400 }],
  params: OfSchool,
  reply: [201, Archive],
  refusals: ['school_not_closing'],
})

import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  SingleLineText,
  Nullable,
  Text,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  erasure_not_scheduled: [409, 'No erasure is scheduled for this person.'],
})

/** An archive of a person's data. */
export const DataExport = Type.Object({
  id: Id,
  state: StringEnum('waiting', 'running', 'done', 'failed', 'expired'),
  failure: Nullable(Type.String()),
  created_at: Instant,
  finished_at: Nullable(Instant),
  /** Size of the finished archive in bytes. */
  size: Nullable(Type.Integer()),
  file_name: Nullable(Type.String()),
  /** Download address, valid for some hours, for the person who requested it. */
  url: Nullable(Type.String()),
  expires_at: Nullable(Instant),
})

const users = '/school-users/v2'
const one = '/schools/v2/people/:user_id'
const Somebody = Type.Object({ user_id: Id })

/** One of these is required; `token` comes from a mailed link. */
export const ReauthFields = {
  password: Type.Optional(Text(200)),
  code: Type.Optional(Text(40)),
  token: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
}

export const reauthRefusals = [
  'reauthentication_required',
  'current_password_invalid',
  'code_invalid',
  'token_invalid',
] as const

export const requestDataExport = defineRoute({
  name: 'requestDataExport',
  whileClosing: true,
  method: 'GET',
  path: `${users}/export`,
  access: 'user',
  summary: 'Get the archive of the current user’s data; starts a new export if none exists',
  // The request starts the job, which a read-only transaction cannot.
  transaction: 'own',
  reply: [200, DataExport],
})

export const renewDataExport = defineRoute({
  name: 'renewDataExport',
  whileClosing: true,
  method: 'POST',
  path: `${users}/export`,
  access: 'user',
  support: 'never',
  summary:
    'Start a new export of the current user’s data and discard the previous one; a running export continues',
  limits: [{ by: 'user', max: 20, seconds: 86_400 }],
  reply: [201, DataExport],
})

export const getMyLatestExport = defineRoute({
  name: 'getMyLatestExport',
  method: 'GET',
  path: `${users}/export/latest`,
  access: 'user',
  summary: 'Get the current user’s latest export, without starting one',
  reply: [200, Type.Object({ export: Nullable(DataExport) })],
})

export const requestMyErasure = defineRoute({
  name: 'requestMyErasure',
  whileClosing: true,
  method: 'DELETE',
  path: `${users}/me`,
  access: 'user',
  support: 'never',
  summary: 'Schedule erasure of the current user in seven days and end all sessions; a login cancels it',
  transaction: 'own',
  body: Type.Object(ReauthFields),
  reply: [200, Type.Object({ erase_at: Instant })],
  refusals: [...reauthRefusals, 'last_owner'],
})

export const mailReauthLink = defineRoute({
  name: 'mailReauthLink',
  whileClosing: true,
  method: 'POST',
  path: `${users}/me/reauthentication-link`,
  access: 'user',
  support: 'never',
  summary: 'Send a reauthentication link to a user without a password',
  limits: [{ by: 'user', max: 5, seconds: 3600 }],
  body: Type.Object({ page: StringEnum('data_privacy') }),
  reply: [202, OkReply],
})

// ---- For staff, after a written request ----

export const getUserData = defineRoute({
  name: 'getUserData',
  method: 'GET',
  path: `${one}/data`,
  access: 'admin',
  summary: 'Get the latest export of a person that this admin requested, and the person’s erasure date',
  params: Somebody,
  reply: [200, Type.Object({ export: Nullable(DataExport), erase_at: Nullable(Instant) })],
})

/** Stored in the audit log: where and when the person made the request. */
const Reason = Type.Object({ reason: SingleLineText(500) })

export const requestUserDataExport = defineRoute({
  name: 'requestUserDataExport',
  whileClosing: true,
  method: 'POST',
  path: `${one}/data`,
  access: 'admin',
  support: 'never',
  summary: 'Export a person’s data at their written request',
  limits: [{ by: 'user', max: 100, seconds: 86_400 }],
  params: Somebody,
  body: Reason,
  reply: [201, DataExport],
  refusals: ['owner_only', 'own_role_immutable'],
})

export const requestUserErasure = defineRoute({
  name: 'requestUserErasure',
  whileClosing: true,
  method: 'POST',
  path: `${one}/erasure`,
  access: 'admin',
  support: 'never',
  summary: 'Schedule erasure of a person in seven days, at their written request',
  params: Somebody,
  body: Reason,
  reply: [200, Type.Object({ erase_at: Instant })],
  refusals: ['own_role_immutable', 'owner_only'],
})

export const cancelUserErasure = defineRoute({
  name: 'cancelUserErasure',
  whileClosing: true,
  method: 'DELETE',
  path: `${one}/erasure`,
  access: 'admin',
  support: 'never',
  summary: 'Cancel a scheduled erasure',
  params: Somebody,
  reply: [200, OkReply],
  refusals: ['erasure_not_scheduled'],
})

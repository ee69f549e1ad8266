import { Type } from 'typebox'
import {
  StringEnum,
  declareRefusals,
  OkReply,
  Id,
  Instant,
  SingleLineText,
  Nullable,
  defineRoute,
  Text,
} from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  erasure_not_scheduled: [409, 'Nobody is to be erased here.'],
})

/** An archive of what the school keeps of one person. */
export const DataExport = Type.Object({
  id: Id,
  state: StringEnum('waiting', 'running', 'done', 'failed', 'expired'),
  failure: Nullable(Type.String()),
  created_at: Instant,
  finished_at: Nullable(Instant),
  /** Of the archive, once it is done. */
  size: Nullable(Type.Integer()),
  file_name: Nullable(Type.String()),
  /** Where it can be read for some hours, by whoever asked. */
  url: Nullable(Type.String()),
  expires_at: Nullable(Instant),
})

const users = '/school-users/v2'
const one = '/schools/v2/people/:user_id'
const Somebody = Type.Object({ user_id: Id })

/** One of these: `token` comes from a mailed link. */
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
  can: 'user',
  summary:
    'Everything that the school keeps of the user, as one archive; it is written where there is none yet',
  // Asking begins the writing, which a reading transaction could not.
  transaction: 'own',
  reply: [200, DataExport],
})

export const renewDataExport = defineRoute({
  name: 'renewDataExport',
  whileClosing: true,
  method: 'POST',
  path: `${users}/export`,
  can: 'user',
  support: 'never',
  summary: 'The same, written anew unless it is being written; the one before is thrown away',
  limits: [{ by: 'user', max: 20, seconds: 86_400 }],
  reply: [201, DataExport],
})

export const getMyLatestExport = defineRoute({
  name: 'getMyLatestExport',
  method: 'GET',
  path: `${users}/export/latest`,
  can: 'user',
  summary: 'The latest archive, without asking for one',
  reply: [200, Type.Object({ export: Nullable(DataExport) })],
})

export const requestMyErasure = defineRoute({
  name: 'requestMyErasure',
  whileClosing: true,
  method: 'DELETE',
  path: `${users}/me`,
  can: 'user',
  support: 'never',
  summary: 'Erases the user in seven days, unless he or she logs in before; ends every session',
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
  can: 'user',
  support: 'never',
  summary: 'Mails a link by which somebody without a password shows that it is he or she',
  limits: [{ by: 'user', max: 5, seconds: 3600 }],
  body: Type.Object({ page: StringEnum('data_privacy') }),
  reply: [202, OkReply],
})

// ---- For somebody who asked the school in writing ----

export const getUserData = defineRoute({
  name: 'getUserData',
  method: 'GET',
  path: `${one}/data`,
  can: 'admin',
  summary: 'The latest archive of somebody that this admin asked for, and whether he or she will be erased',
  params: Somebody,
  reply: [200, Type.Object({ export: Nullable(DataExport), erase_at: Nullable(Instant) })],
})

/** The reason is kept in the audit log: where and when the person asked. */
const Reason = Type.Object({ reason: SingleLineText(500) })

export const requestUserDataExport = defineRoute({
  name: 'requestUserDataExport',
  whileClosing: true,
  method: 'POST',
  path: `${one}/data`,
  can: 'admin',
  support: 'never',
  summary: 'Everything that the school keeps of somebody, at his or her written request',
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
  can: 'admin',
  support: 'never',
  summary: 'Erases somebody in seven days, at his or her written request',
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
  can: 'admin',
  support: 'never',
  summary: 'Takes an erasure back before its day',
  params: Somebody,
  reply: [200, OkReply],
  refusals: ['erasure_not_scheduled'],
})

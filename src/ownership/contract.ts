import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Email,
  Id,
  Instant,
  Nullable,
  Optional,
  Text,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  transfer_pending: [409, 'A transfer of this school is already pending. Withdraw it first.'],
  already_owner: [409, 'This person is already an owner of the school.'],
  offer_invalid: [
    400,
    'This offer was accepted or withdrawn, or it has expired. Ask the sender for a new one.',
  ],
  offer_for_other_account: [
    403,
    'This offer is for another e-mail address. Log in with the account that it was sent to.',
  ],
})

const schools = '/accounts/v1/schools/:school_id'
const offers = '/accounts/v1/offers'
const OfSchool = Type.Object({ school_id: Id })
const Token = Type.String({ minLength: 1, maxLength: 300 })

/** Reauthentication of the owner; the code is required with a second factor. */
export const OwnerReauthFields = { password: Text(200), code: Optional(Text(40)) }
export const ownerReauthRefusals = [
  'current_password_invalid',
  'second_factor_required',
  'code_invalid',
] as const

const OldOwner = StringEnum('admin', 'no_role')

const Owner = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_you: Type.Boolean(),
  since: Instant,
})

const Offer = Type.Object({
  id: Id,
  kind: StringEnum('transfer', 'co_owner'),
  email: Type.String(),
  /** New role of the former owner. */
  former_owner_becomes: Nullable(OldOwner),
  created_at: Instant,
  expires_at: Instant,
})

const Ownership = Type.Object({
  school: Type.Object({ school_id: Id, school_url: Type.String(), name: Type.String(), url: Type.String() }),
  owners: Type.Array(Owner),
  /** Open offers. */
  offers: Type.Array(Offer),
})

export const getOwnership = defineRoute({
  name: 'getOwnership',
  method: 'GET',
  path: schools,
  scope: 'platform',
  access: 'owner',
  summary: 'Get the owners and pending offers of a school of the account',
  params: OfSchool,
  reply: [200, Ownership],
})

export const offerTransfer = defineRoute({
  name: 'offerTransfer',
  method: 'POST',
  path: `${schools}/transfer`,
  scope: 'platform',
  access: 'owner',
  support: 'never',
  summary: 'Offer to transfer a school by mail; takes effect when it is accepted within 7 days',
  transaction: 'own',
  limits: [{ by: 'user', max: 20, seconds: 86_400 }],
  params: OfSchool,
  body: Type.Object({ email: Email, former_owner_becomes: OldOwner, ...OwnerReauthFields }),
  reply: [201, Offer],
  refusals: [
    ...ownerReauthRefusals,
    'transfer_pending',
    'already_owner',
    'owner_email_not_confirmed',
    'external_mail_limit_reached',
  ],
})

export const withdrawOffer = defineRoute({
  name: 'withdrawOffer',
  method: 'DELETE',
  path: `${offers}/:offer_id`,
  scope: 'platform',
  access: 'owner',
  support: 'never',
  summary: 'Withdraw a pending offer',
  transaction: 'own',
  params: Type.Object({ offer_id: Id }),
  reply: [200, OkReply],
  refusals: ['offer_invalid'],
})

export const getOffer = defineRoute({
  name: 'getOffer',
  method: 'POST',
  path: `${offers}/read`,
  scope: 'platform',
  access: 'public',
  summary: 'Get the offer of a mailed link, and the address it is for',
  limits: [{ by: 'address', max: 120, seconds: 900, onExceeded: 'proof' }],
  body: Type.Object({ token: Token }),
  reply: [
    200,
    Type.Object({
      kind: StringEnum('transfer', 'co_owner'),
      email: Type.String(),
      from_name: Type.String(),
      schools: Type.Array(Type.Object({ school_id: Id, name: Type.String(), url: Type.String() })),
      expires_at: Instant,
    }),
  ],
  refusals: ['offer_invalid'],
})

export const acceptOffer = defineRoute({
  name: 'acceptOffer',
  method: 'POST',
  path: `${offers}/accept`,
  scope: 'platform',
  access: 'owner',
  support: 'never',
  summary: 'Accept an offer for the account’s e-mail address',
  transaction: 'own',
  limits: [{ by: 'user', max: 60, seconds: 900 }],
  body: Type.Object({ token: Token }),
  reply: [200, Type.Object({ school_ids: Type.Array(Id) })],
  refusals: ['offer_invalid', 'offer_for_other_account'],
})

const Outcome = StringEnum('invited', 'already_here', 'not_possible')

export const inviteToSchools = defineRoute({
  name: 'inviteToSchools',
  method: 'POST',
  path: '/accounts/v1/invitations',
  scope: 'platform',
  access: 'owner',
  support: 'never',
  summary: 'Invite a person as an admin or owner of several schools of the account',
  transaction: 'own',
  limits: [{ by: 'user', max: 100, seconds: 86_400 }],
  body: Type.Object({
    email: Email,
    role: StringEnum('admin', 'owner'),
    school_ids: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }),
    ...OwnerReauthFields,
  }),
  /** In the order of the request; a school of another account is refused. */
  reply: [200, Type.Object({ data: Type.Array(Type.Object({ school_id: Id, outcome: Outcome })) })],
  refusals: [...ownerReauthRefusals, 'owner_email_not_confirmed'],
})

export const removeOwner = defineRoute({
  name: 'removeOwner',
  method: 'POST',
  path: `${schools}/owners/:account_id/removal`,
  scope: 'platform',
  access: 'owner',
  support: 'never',
  summary: 'Remove an owner of a school; the last owner cannot be removed',
  transaction: 'own',
  params: Type.Object({ school_id: Id, account_id: Id }),
  body: Type.Object({ new_role: OldOwner, ...OwnerReauthFields }),
  reply: [200, OkReply],
  refusals: [...ownerReauthRefusals, 'last_owner'],
})

import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import {
  OkReply,
  Email,
  Id,
  InstantText,
  SingleLineText,
  PageOf,
  Nullable,
  PagingParams,
  Password,
  Text,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import {
  AuditEntry,
  FoundSchool,
  Language,
  NotificationSettings,
  SchoolChange,
  SchoolProfile,
  SchoolSettings,
} from './shapes.ts'

export { RegistrationField, RegistrationFields, SchoolProfile, SchoolSettings, Theme } from './shapes.ts'

export const refusals = declareRefusals({
  domain_unknown: [404, 'No school exists at this address.'],
  address_taken: [409, 'This address is already taken.'],
  address_reserved: [422, 'This address is reserved. Choose another one.'],
  address_lookalike: [422, 'This address looks too much like another one. Choose a different one.'],
  account_password_invalid: [400, 'An account with this e-mail already exists, and the password is wrong.'],
  theme_contrast_too_low: [422, 'Some of these colours are hard to read together.'],
})

const auth = '/schools/auth/api/v1'

export const getCustomDomainDetails = defineRoute({
  name: 'getCustomDomainDetails',
  method: 'GET',
  path: `${auth}/custom-domain-details`,
  scope: 'any',
  access: 'public',
  summary: 'Get the school or reseller that a host name belongs to',
  transaction: 'own',
  query: Type.Object({ domain_name: SingleLineText(260) }),
  reply: [
    200,
    Type.Object({
      domain_name: Type.String(),
      root_domain: Type.String(),
      branding: Type.Object({
        name: Type.String(),
        logo_url: Nullable(Type.String()),
        theme_css: Type.String(),
      }),
      /** Reseller of the host's root; null for the platform. */
      reseller: Nullable(
        Type.Object({
          name: Type.String(),
          logo_url: Nullable(Type.String()),
          support_email: Type.String(),
          terms_url: Nullable(Type.String()),
          privacy_url: Nullable(Type.String()),
        }),
      ),
      /** Null for a root host. */
      school: Nullable(SchoolProfile),
    }),
  ],
  refusals: ['domain_unknown'],
})

export const getSchoolDetailsByUrl = defineRoute({
  name: 'getSchoolDetailsByUrl',
  method: 'GET',
  path: `${auth}/school-details-from-url/:subdomain`,
  scope: 'any',
  access: 'public',
  summary: 'Get the public profile of the school at a sub-domain',
  transaction: 'own',
  params: Type.Object({ subdomain: Text(63) }),
  reply: [200, SchoolProfile],
})

export const getSchoolDetailsById = defineRoute({
  name: 'getSchoolDetailsById',
  method: 'GET',
  path: `${auth}/school-details-from-id/:id`,
  scope: 'any',
  access: 'public',
  summary: 'Get the public profile of a school',
  transaction: 'own',
  params: Type.Object({ id: Id }),
  reply: [200, SchoolProfile],
})

export const checkSchoolAddress = defineRoute({
  name: 'checkSchoolAddress',
  method: 'GET',
  path: '/schools/v2/school-address',
  scope: 'platform',
  access: 'public',
  summary: 'Check whether a school address is available, and get suggestions',
  limits: [{ by: 'address', max: 120, seconds: 60 }],
  query: Type.Object({ school_url: Text(120), country: Type.Optional(Text(2)) }),
  reply: [
    200,
    Type.Object({
      school_url: Type.String(),
      is_available: Type.Boolean(),
      reason: Nullable(Type.String()),
      suggestions: Type.Array(Type.String()),
    }),
  ],
})

export const createSchool = defineRoute({
  name: 'createSchool',
  method: 'POST',
  path: '/schools/v2/schools',
  scope: 'platform',
  access: 'public',
  summary: 'Create a school, for the current account or a new one',
  idempotent: true,
  transaction: 'own',
  limits: [{ by: 'address', max: 60, seconds: 3600, onExceeded: 'proof' }],
  body: Type.Object({
    name: SingleLineText(120),
    school_url: SingleLineText(80),
    currency_code: Text(3),
    country: Text(2),
    time_zone: Text(60),
    language: Language,
    /** Required without a session. An e-mail address with an account needs that account's password. */
    owner: Type.Optional(Type.Object({ name: SingleLineText(120), email: Email, password: Password })),
  }),
  reply: [
    201,
    Type.Object({
      school: SchoolProfile,
      url: Type.String(),
      /** Logs the owner in at `url`, once, within a minute. */
      handoff: Type.String(),
    }),
  ],
  refusals: [
    'unauthenticated',
    'address_taken',
    'address_reserved',
    'address_lookalike',
    'account_password_invalid',
  ],
})

export const getSchool = defineRoute({
  name: 'getSchool',
  method: 'GET',
  path: '/schools/v2/school/:id',
  access: 'staff',
  summary: 'Get the school’s profile and settings',
  params: Type.Object({ id: Id }),
  reply: [200, SchoolSettings],
})

export const updateSchool = defineRoute({
  name: 'updateSchool',
  method: 'PUT',
  path: '/schools/v2/school/:id',
  access: 'admin',
  summary: 'Update the school’s profile, colours and registration settings; omitted fields do not change',
  params: Type.Object({ id: Id }),
  body: SchoolChange,
  bodyLimitBytes: 512 * 1024,
  reply: [200, SchoolSettings],
  refusals: ['theme_contrast_too_low'],
})

export const getNotificationSettings = defineRoute({
  name: 'getNotificationSettings',
  method: 'GET',
  path: '/schools/v2/notification-settings',
  access: 'admin',
  summary: 'Get the notification settings for students',
  reply: [200, NotificationSettings],
})

export const updateNotificationSettings = defineRoute({
  name: 'updateNotificationSettings',
  method: 'PUT',
  path: '/schools/v2/notification-settings',
  access: 'admin',
  summary: 'Update the notification settings for students; omitted fields do not change',
  body: Type.Partial(NotificationSettings),
  reply: [200, NotificationSettings],
})

export const requestMySchoolsEmail = defineRoute({
  name: 'requestMySchoolsEmail',
  method: 'POST',
  path: '/schools/v2/my-schools-email',
  scope: 'platform',
  access: 'public',
  summary: 'Send a list of the schools in which an e-mail address has an account',
  limits: [{ by: 'address', max: 20, seconds: 900 }],
  body: Type.Object({ email: Email }),
  reply: [202, OkReply],
})

export const searchSchools = defineRoute({
  name: 'searchSchools',
  method: 'GET',
  path: '/schools/v2/search-for-school-on-find-school',
  scope: 'platform',
  access: 'public',
  summary: 'Search schools by name or address, tolerating typos; without a query, lists the newest',
  limits: [{ by: 'address', max: 120, seconds: 60 }],
  query: Type.Object({ searchQuery: Type.Optional(Text(100)), ...PagingParams }),
  reply: [200, PageOf(FoundSchool)],
})

export const listAuditLog = defineRoute({
  name: 'listAuditLog',
  method: 'GET',
  path: '/schools/v2/audit-log',
  access: 'admin',
  summary: 'List the school’s audit log, newest first',
  query: Type.Object({
    action: Type.Optional(Text(80)),
    actor_id: Type.Optional(Id),
    actor_role: Type.Optional(Text(40)),
    subject_type: Type.Optional(Text(40)),
    subject_id: Type.Optional(Text(80)),
    kind: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: '^[a-z_]{1,40}$',
        description: 'What an action begins with, such as course',
      }),
    ),
    from: Type.Optional(InstantText),
    until: Type.Optional(InstantText),
    ...PagingParams,
  }),
  csv: 'activity',
  reply: [200, PageOf(AuditEntry)],
})

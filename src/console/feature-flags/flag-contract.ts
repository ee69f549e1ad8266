import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { OkReply, Id, Instant, PageOf, PagingParams, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { basePath, Count } from '../shapes.ts'

export const flagRefusals = declareRefusals({
  flag_exists: [409, 'A flag with this name already exists.'],
  flag_schools_not_found: [422, 'Some of these addresses do not belong to a school.'],
})

const Name = Type.String({ minLength: 2, maxLength: 60, pattern: '^[a-z][a-z0-9_]{1,59}$' })

const reach = {
  is_on_for_all: Type.Boolean(),
  /** Addresses of schools, as in `school_url`. */
  school_urls: Type.Array(Text(63, { minLength: 1 }), { maxItems: 200, uniqueItems: true }),
  /** Share of all schools; a school always falls on the same side. */
  share_percent: Type.Integer({ minimum: 0, maximum: 100 }),
}

const Flag = Type.Object({
  name: Name,
  description: Type.String(),
  ...reach,
  created_at: Instant,
  updated_at: Instant,
})
const Said = { description: Text(500), ...reach }

export const listFlags = defineRoute({
  name: 'consoleListFlags',
  method: 'GET',
  path: `${basePath}/flags`,
  scope: 'platform',
  access: 'privileged',
  summary: 'List feature flags by name',
  query: Type.Object(PagingParams),
  csv: 'flags',
  reply: [200, PageOf(Flag)],
})

export const createFlag = defineRoute({
  name: 'consoleCreateFlag',
  method: 'POST',
  path: `${basePath}/flags`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Create a feature flag',
  body: Type.Object({ name: Name, ...Said }),
  reply: [201, Flag],
  refusals: ['flag_exists', 'flag_schools_not_found'],
})

export const updateFlag = defineRoute({
  name: 'consoleUpdateFlag',
  method: 'PUT',
  path: `${basePath}/flags/:name`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Update for which schools a feature flag is on',
  params: Type.Object({ name: Name }),
  body: Type.Object(Said),
  reply: [200, Flag],
  refusals: ['flag_schools_not_found'],
})

export const deleteFlag = defineRoute({
  name: 'consoleDeleteFlag',
  method: 'DELETE',
  path: `${basePath}/flags/:name`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Delete a feature flag; it then counts as off',
  params: Type.Object({ name: Name }),
  reply: [200, OkReply],
})

export const previewFlag = defineRoute({
  name: 'consolePreviewFlag',
  method: 'POST',
  path: `${basePath}/flag-preview`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Preview the schools that a feature flag would be on for, newest first',
  body: Type.Object({ name: Name, ...reach, ...PagingParams }),
  reply: [
    200,
    Type.Object({
      ...PageOf(Type.Object({ school_id: Id, school_url: Type.String(), name: Type.String() })).properties,
      on_count: Count,
      schools_count: Count,
    }),
  ],
})

import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  InstantText,
  PageOf,
  Nullable,
  PagingParams,
} from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { Content } from '../outline/outline-shapes.ts'

const ContentId = Type.Object({ id: Id })
const Number = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const Audience = StringEnum('everybody', 'new_students')

/** `updated_at` as last read: later changes are not published, discarded or replaced. */
const Seen = { updated_at: Type.Optional(InstantText) }

const refused = ['not_your_course', 'mirrored_course'] as const

export const publishContent = defineRoute({
  name: 'publishContent',
  method: 'PUT',
  path: '/courses/v2/contents/:id/publish',
  access: 'staff',
  summary: 'Publish a draft, for everybody or for students approved from now on',
  params: ContentId,
  body: Type.Object({ audience: Audience, ...Seen }),
  reply: [200, Content],
  refusals: [...refused, 'edit_conflict', 'content_incomplete', 'content_not_published'],
})

export const discardContentDraft = defineRoute({
  name: 'discardContentDraft',
  method: 'PUT',
  path: '/courses/v2/contents/:id/discard-draft',
  access: 'staff',
  summary: 'Discard a draft and return to the published version',
  params: ContentId,
  body: Type.Object(Seen),
  reply: [200, Content],
  refusals: [...refused, 'edit_conflict'],
})

const Version = Type.Object({
  number: Type.Integer(),
  audience: Audience,
  title: Type.String(),
  published_at: Instant,
  /** Null if unknown or deleted. */
  published_by_name: Nullable(Type.String()),
})

const ListedVersion = Type.Object({
  ...Version.properties,
  /** Some student may read it now, so it cannot be deleted. */
  is_current: Type.Boolean(),
})

export const listContentVersions = defineRoute({
  name: 'listContentVersions',
  method: 'GET',
  path: '/courses/v2/contents/:id/versions',
  access: 'staff',
  summary: 'List the published versions of a content, newest first',
  params: ContentId,
  query: Type.Object(PagingParams),
  reply: [200, PageOf(ListedVersion)],
  refusals: refused,
})

export const getContentVersion = defineRoute({
  name: 'getContentVersion',
  method: 'GET',
  path: '/courses/v2/contents/:id/versions/:number',
  access: 'staff',
  summary: 'Get a published version of a content',
  params: Type.Object({ id: Id, number: Number }),
  reply: [
    200,
    Type.Object({
      ...Version.properties,
      body: Type.String(),
      embed_url: Type.String(),
      duration_seconds: Nullable(Type.Integer()),
      media: Content.properties.media,
      embed: Content.properties.embed,
    }),
  ],
  refusals: refused,
})

export const restoreContentVersion = defineRoute({
  name: 'restoreContentVersion',
  method: 'PUT',
  path: '/courses/v2/contents/:id/versions/:number/restore',
  access: 'staff',
  summary: 'Restore a published version as the draft',
  params: Type.Object({ id: Id, number: Number }),
  body: Type.Object(Seen),
  reply: [200, Content],
  refusals: [...refused, 'edit_conflict'],
})

export const deleteContentVersion = defineRoute({
  name: 'deleteContentVersion',
  method: 'DELETE',
  path: '/courses/v2/contents/:id/versions/:number',
  access: 'staff',
  summary: 'Delete an unused published version and its file',
  params: Type.Object({ id: Id, number: Number }),
  reply: [200, OkReply],
  refusals: [...refused, 'version_in_use'],
})

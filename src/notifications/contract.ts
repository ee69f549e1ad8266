import { Type } from 'typebox'
import { Choice, Id, Instant, Listing, Nullable, Paging, route } from '#platform/contract/route.ts'
import { kindNames } from './kinds.ts'

export const Notification = Type.Object({
  id: Id,
  /** What happened; the texts of screens go by it. */
  kind: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  created_at: Instant,
  read_at: Nullable(Instant),
})

const Unread = Type.Object({ unread_count: Type.Integer() })

export const listNotifications = route({
  name: 'listNotifications',
  method: 'GET',
  path: '/users/api/v1/notifications',
  can: 'user',
  summary: 'What the user was told, the latest first',
  query: Type.Object({ ...Paging, unread: Type.Optional(Type.Boolean()) }),
  reply: [200, Listing(Notification)],
})

export const countUnreadNotifications = route({
  name: 'countUnreadNotifications',
  method: 'GET',
  path: '/users/api/v1/notifications/unread-count',
  can: 'user',
  summary: 'How many notifications the user has not read',
  reply: [200, Unread],
})

export const readNotifications = route({
  name: 'readNotifications',
  method: 'PUT',
  path: '/users/api/v1/notifications/read',
  can: 'user',
  summary: 'Marks the named notifications as read, or all of them',
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
    /** All that were there when the request arrived. */
    all: Type.Optional(Type.Literal(true)),
  }),
  reply: [200, Unread],
})

const Choices = Type.Object({
  data: Type.Array(
    Type.Object({
      kind: Choice(...kindNames),
      on_page: Type.Boolean(),
      /** null: no mail goes with it. */
      by_mail: Nullable(Type.Boolean()),
    }),
  ),
})

export const listNotificationChoices = route({
  name: 'listNotificationChoices',
  method: 'GET',
  path: '/users/api/v1/notifications/choices',
  can: 'user',
  summary: 'Of which kinds of news the caller hears, and how',
  reply: [200, Choices],
})

export const chooseNotifications = route({
  name: 'chooseNotifications',
  method: 'PUT',
  path: '/users/api/v1/notifications/choices',
  can: 'user',
  summary: 'Turns a kind of news off or on for the caller, until changed again',
  body: Type.Object({
    kind: Choice(...kindNames),
    on_page: Type.Optional(Type.Boolean()),
    by_mail: Type.Optional(Type.Boolean()),
  }),
  reply: [200, Choices],
})

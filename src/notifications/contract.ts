import { Type } from 'typebox'
import { StringEnum, Id, Instant, PageOf, Nullable, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { optionalNotificationKindNames } from './optional-notification-kinds.ts'

export const Notification = Type.Object({
  id: Id,
  /** Selects the text on the screen. */
  kind: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  created_at: Instant,
  read_at: Nullable(Instant),
})

const Unread = Type.Object({ unread_count: Type.Integer() })

export const listNotifications = defineRoute({
  name: 'listNotifications',
  method: 'GET',
  path: '/users/api/v1/notifications',
  access: 'user',
  summary: 'List notifications, newest first',
  query: Type.Object({ ...PagingParams, unread: Type.Optional(Type.Boolean()) }),
  reply: [200, PageOf(Notification)],
})

export const countUnreadNotifications = defineRoute({
  name: 'countUnreadNotifications',
  method: 'GET',
  path: '/users/api/v1/notifications/unread-count',
  access: 'user',
  summary: 'Count unread notifications',
  reply: [200, Unread],
})

export const markNotificationsRead = defineRoute({
  name: 'markNotificationsRead',
  method: 'PUT',
  path: '/users/api/v1/notifications/read',
  access: 'user',
  summary: 'Mark some or all notifications as read',
  body: Type.Object({
    ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
    /** All notifications that existed when the request arrived. */
    all: Type.Optional(Type.Literal(true)),
  }),
  reply: [200, Unread],
})

const Choices = Type.Object({
  data: Type.Array(
    Type.Object({
      kind: StringEnum(...optionalNotificationKindNames),
      in_app: Type.Boolean(),
      /** null: this kind is never mailed. */
      by_email: Nullable(Type.Boolean()),
    }),
  ),
})

export const listNotificationPreferences = defineRoute({
  name: 'listNotificationPreferences',
  method: 'GET',
  path: '/users/api/v1/notifications/preferences',
  access: 'user',
  summary: 'List the caller’s notification preferences',
  reply: [200, Choices],
})

export const updateNotificationPreference = defineRoute({
  name: 'updateNotificationPreference',
  method: 'PUT',
  path: '/users/api/v1/notifications/preferences',
  access: 'user',
  summary: 'Update the caller’s preference for one kind of notification',
  body: Type.Object({
    kind: StringEnum(...optionalNotificationKindNames),
    in_app: Type.Optional(Type.Boolean()),
    by_email: Type.Optional(Type.Boolean()),
  }),
  reply: [200, Choices],
})

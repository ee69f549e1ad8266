import { Type } from 'typebox'
import { Email, Nullable, SingleLineText, Text } from '#platform/contract/schemas.ts'

/** The recipient of a gift. */
export const Gift = Type.Object({
  email: Email,
  name: SingleLineText(120),
  message: Type.Optional(Text(1_000)),
  /** The day in the school’s time zone on whose morning the gift is mailed. Absent or null: once it is paid. */
  send_on: Type.Optional(Nullable(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', maxLength: 10 }))),
})

export const Seats = Type.Integer({ minimum: 1, maximum: 500 })

/** Refusals of what is bought for others. */
export const othersRefusals = ['seats_not_offered', 'order_not_payable'] as const

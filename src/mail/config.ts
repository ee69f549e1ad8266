import { defineConfigGroup, integerItem, listSetting } from '#platform/config/settings.ts'

/** External mails per day for a school: in the first 7 days, until day 30, and later. */
export type ExternalMailLimits = readonly [firstDays: number, firstMonth: number, later: number]

export interface MailConfig {
  externalMailLimits: { free: ExternalMailLimits; paid: ExternalMailLimits }
}

declare module '#platform/config/config.ts' {
  interface Config extends MailConfig {}
}

const count = integerItem({ minimum: 0, maximum: 9_999_999 })

export const mailGroup = defineConfigGroup({
  title: 'Mail of schools',
  usedBy: ['web', 'worker'],
  settings: {
    EXTERNAL_MAIL_LIMITS_FREE: listSetting(count, {
      description:
        'External mails per day of a school without a paid plan: in its first 7 days, until day 30, and later',
      minItems: 3,
      maxItems: 3,
      default: [50, 100, 200],
    }),
    EXTERNAL_MAIL_LIMITS_PAID: listSetting(count, {
      description: 'The same for a school with a paid plan',
      minItems: 3,
      maxItems: 3,
      default: [500, 2_000, 10_000],
    }),
  },
  resolve: (values) =>
    ({
      externalMailLimits: {
        free: limitsOf(values.EXTERNAL_MAIL_LIMITS_FREE),
        paid: limitsOf(values.EXTERNAL_MAIL_LIMITS_PAID),
      },
    }) satisfies MailConfig,
})

const limitsOf = ([firstDays = 0, firstMonth = 0, later = 0]: readonly number[]): ExternalMailLimits => [
  firstDays,
  firstMonth,
  later,
]

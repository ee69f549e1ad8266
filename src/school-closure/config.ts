import { defineConfigGroup, integerSetting } from '#platform/config/settings.ts'

export interface SchoolClosureConfig {
  /** Days in which the owners can cancel the closing of a school. */
  closing: { graceDays: number }
}

declare module '#platform/config/config.ts' {
  interface Config extends SchoolClosureConfig {}
}

export const schoolClosureGroup = defineConfigGroup({
  title: 'Closing of schools',
  usedBy: ['web', 'worker'],
  settings: {
    CLOSING_GRACE_DAYS: integerSetting({
      description: 'Time in which the owners can cancel the closing of a school, before it is erased',
      minimum: 1,
      maximum: 365,
      unit: 'days',
      default: 30,
    }),
  },
  resolve: (values) => ({ closing: { graceDays: values.CLOSING_GRACE_DAYS } }) satisfies SchoolClosureConfig,
})

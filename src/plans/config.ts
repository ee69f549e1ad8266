import { defineConfigGroup, integerSetting } from '#platform/config/settings.ts'

export interface PlansConfig {
  freeLimits: FreeLimits
}

/** Limits of a flagged school. */
export interface FreeLimits {
  students: number
  /** Bytes. */
  storage: number
}

declare module '#platform/config/config.ts' {
  interface Config extends PlansConfig {}
}

export const plansGroup = defineConfigGroup({
  title: 'Plans',
  usedBy: ['web', 'worker'],
  settings: {
    FREE_STUDENTS: integerSetting({
      description: 'Students of a school without a paid plan and without a reseller',
      minimum: 1,
      maximum: 1_000_000,
      unit: 'students',
      default: 50,
    }),
    FREE_STORAGE_MB: integerSetting({
      description: 'Storage of a school without a paid plan and without a reseller',
      minimum: 1,
      maximum: 1_000_000,
      unit: 'MB',
      default: 2_000,
    }),
  },
  resolve: (values) =>
    ({
      freeLimits: { students: values.FREE_STUDENTS, storage: values.FREE_STORAGE_MB * 1_000_000 },
    }) satisfies PlansConfig,
})

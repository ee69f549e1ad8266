import { featureFlags } from '#tenancy/feature-flags/feature-flag-names.ts'
import { demoSchools } from '../schools.ts'

/** Every feature flag in use, on for the demo schools only. */
export const flagRows = (now: Date) =>
  Object.entries(featureFlags).map(([name, description]) => ({
    name,
    description,
    school_urls: demoSchools.map(({ school_url }) => school_url),
    created_at: now,
    updated_at: now,
  }))

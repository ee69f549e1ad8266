import { Type } from 'typebox'
import { loginGroup, platformStaffGroup } from '#accounts/config.ts'
import { analyticsGroup } from '#analytics/config.ts'
import { assistantGroup } from '#assistant/config.ts'
import { customDomainsGroup } from '#custom-domains/config.ts'
import { mailGroup } from '#mail/config.ts'
import { platformGroups, type Config } from '#platform/config/config.ts'
import { generatedSecret } from '#platform/config/generated-secret.ts'
import { readConfig } from '#platform/config/read-config.ts'
import { booleanSetting, defineConfigGroup, type Settings } from '#platform/config/settings.ts'
import { paymentsGroup } from '#payments/config.ts'
import { plansGroup } from '#plans/config.ts'
import { schoolBillingGroup } from '#school-billing/config.ts'
import { schoolClosureGroup } from '#school-closure/config.ts'
import { tenancyGroup } from '#tenancy/config.ts'

declare module '#platform/config/config.ts' {
  interface Config {
    /** Whether a new database gets the demo schools. */
    demo: boolean
  }
}

const demoGroup = defineConfigGroup({
  title: 'Demo schools',
  usedBy: ['web'],
  settings: {
    DEMO: booleanSetting({
      description: 'Whether `npm start` loads the demo schools into a new database',
      default: true,
      productionDefault: false,
    }),
  },
  resolve: (values) => ({ demo: values.DEMO }),
})

const productGroups = [
  tenancyGroup,
  customDomainsGroup,
  loginGroup,
  platformStaffGroup,
  mailGroup,
  plansGroup,
  paymentsGroup,
  schoolBillingGroup,
  schoolClosureGroup,
  assistantGroup,
  analyticsGroup,
  demoGroup,
] as const

/** All settings of the product, in the order of the documentation. */
export const configGroups = [...platformGroups(productGroups), ...productGroups] as const

/**
 * Reads the configuration from the environment. Throws a ConfigError that lists every invalid variable. Outside
 * production a missing secret is generated once and stored in DATA_DIR/secret.
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { givenSecret, ...config } = readConfig(configGroups, env)
  return { ...config, appSecret: givenSecret ?? generatedSecret(config.dataDir) }
}

/** The schema of all settings: one property per environment variable. */
export const configSchema = () =>
  Type.Object(Object.assign({}, ...configGroups.map(({ settings }) => settings)) as Settings)

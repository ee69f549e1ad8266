import { headerSecret, httpUrl } from '#platform/config/formats.ts'
import {
  booleanSetting,
  defineConfigGroup,
  integerSetting,
  textSetting,
  urlSetting,
} from '#platform/config/settings.ts'

export interface AnalyticsConfig {
  /** Whether browsers send usage events. */
  enabled: boolean
  /** Days until individual visits and events are deleted. */
  retentionDays: number
  /** An external service with Mixpanel's `/track` and `/engage`; null for none. Browsers receive both values. */
  provider: { url: string; token: string } | null
}

declare module '#platform/config/config.ts' {
  interface Config {
    analytics: AnalyticsConfig
  }
}

export const analyticsGroup = defineConfigGroup({
  title: 'Analytics',
  usedBy: ['web'],
  settings: {
    ANALYTICS_ENABLED: booleanSetting({
      description: 'Whether browsers send usage events, in schools that allow it',
      default: false,
      productionDefault: true,
    }),
    ANALYTICS_RETENTION_DAYS: integerSetting({
      description: 'Time until single visits and events are deleted; daily totals stay',
      minimum: 7,
      maximum: 730,
      unit: 'days',
      default: 90,
      usedBy: ['worker'],
    }),
    ANALYTICS_URL: urlSetting({
      description:
        'Third party that receives the events of people who consent, over Mixpanel’s `/track` and `/engage`, such as `https://api.mixpanel.com`',
      format: httpUrl,
      requiredWith: ['ANALYTICS_TOKEN'],
      plaintextConnection: 'analytics',
    }),
    ANALYTICS_TOKEN: textSetting({
      description: 'Project token at the third party, which every browser receives',
      format: headerSecret,
      requiredWith: ['ANALYTICS_URL'],
    }),
  },
  resolve(values) {
    const { ANALYTICS_URL: url, ANALYTICS_TOKEN: token } = values
    const analytics: AnalyticsConfig = {
      enabled: values.ANALYTICS_ENABLED,
      retentionDays: values.ANALYTICS_RETENTION_DAYS,
      provider: url !== null && token !== null ? { url: url.replace(/\/+$/, ''), token } : null,
    }
    return { analytics }
  },
})

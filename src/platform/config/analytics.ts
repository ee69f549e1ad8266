import type { ConfigReader } from './config.ts'

/** Client analytics: whether browsers report what people do, and to whom besides the product itself. */
export interface AnalyticsConfig {
  /** Only in production, unless the configuration says otherwise. */
  enabled: boolean
  /** Days after which single visits and events are deleted; the figures of each day stay. */
  keepDays: number
  /** A third party that speaks Mixpanel's `/track` and `/engage`; null for none. */
  provider: AnalyticsProviderConfig | null
}

/** Every browser gets to know both. */
export interface AnalyticsProviderConfig {
  url: string
  token: string
}

export function readAnalytics(read: ConfigReader, production: boolean): AnalyticsConfig {
  const isUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
  const url = read.optional('ANALYTICS_URL', isUrl, 'an http:// or https:// address')
  const token = read.secretLine('ANALYTICS_TOKEN')
  if ((url === null) !== (token === null))
    read.fault(url === null ? 'ANALYTICS_URL' : 'ANALYTICS_TOKEN', 'is missing beside the other one')
  return {
    enabled: read.oneOf('ANALYTICS_ENABLED', ['on', 'off'] as const, production ? 'on' : 'off') === 'on',
    keepDays: read.number('ANALYTICS_RETENTION_DAYS', 90, { min: 7, max: 730 }),
    provider: url !== null && token !== null ? { url: url.replace(/\/+$/, ''), token } : null,
  }
}

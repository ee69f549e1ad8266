export {
  createAnalytics,
  messages,
  type Analytics,
  type AnalyticsOptions,
  type Call,
  type Properties,
} from './client-analytics.ts'

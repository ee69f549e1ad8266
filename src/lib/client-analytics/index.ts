export {
  createAnalytics,
  messages,
  type Analytics,
  type AnalyticsOptions,
  type Call,
} from './client-analytics.ts'

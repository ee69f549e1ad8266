export {
  createAnalytics,
  analyticsMessages,
  type Analytics,
  type AnalyticsOptions,
  type AnalyticsCall,
  type Properties,
} from './client-analytics.ts'

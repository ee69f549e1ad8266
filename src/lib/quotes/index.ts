export { findQuote, longestQuote, quoteFrom, type Quote, type Span } from './quotes.ts'
export { tidy, type Tidied } from './tidy.ts'

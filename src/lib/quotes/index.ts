export { findQuote, maxQuoteLength, createQuote, type Quote, type TextSpan } from './quotes.ts'
export { normalizeText, type NormalizedText } from './normalize-text.ts'

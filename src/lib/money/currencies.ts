/**
 * Currencies of ISO 4217 (list one, 2026-01) that people pay with; funds, metals and test codes are left out. Decimals follow
 * ISO 4217 and not `Intl`, whose decimals are those of a shop window: 0 for HUF, COP and IDR.
 */
const withTwoDecimals =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE ' +
  'CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR ' +
  'KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB ' +
  'PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY ' +
  'TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG'
const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'

/** Codes of all currencies, in the order of their number of decimals. */
export const currencyCodes = (): string[] =>
  [withoutDecimals, withTwoDecimals, withThreeDecimals].flatMap((codes) => codes.split(' '))

/** Whether the text is a code of ISO 4217 in capitals: not `usd`, not `XXX`. */
export const isCurrency = (code: string): boolean =>
  /^[A-Z]{3}$/.test(code) &&
  [withTwoDecimals, withoutDecimals, withThreeDecimals].some((codes) => codes.includes(code))

/** Decimals of a code in capitals; 2 for a code that is not in the list. */
export function isoDecimals(code: string): number {
  if (withoutDecimals.includes(code)) return 0
  return withThreeDecimals.includes(code) ? 3 : 2
}

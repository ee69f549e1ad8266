import { defaultWebApiCredentials } from '#tenancy/config.ts'

/** The pair that the product's own web client sends with every call. */
export const webClientHeaders = {
  'x-api-username': defaultWebApiCredentials.username,
  'x-api-secret': defaultWebApiCredentials.secret,
}

/** Whether a request names an API client by itself. */
export const hasClientHeaders = (headers: Record<string, string> = {}) =>
  'x-api-username' in headers || 'x-api-secret' in headers || /^basic/i.test(headers.authorization ?? '')

import { defaultWebApiCredentials } from '#tenancy/config.ts'

/** Credentials that the web client sends with every call. */
export const webClientHeaders = {
  'x-api-username': defaultWebApiCredentials.username,
  'x-api-secret': defaultWebApiCredentials.secret,
}

/** Whether a request contains credentials of an API client. */
export const hasClientHeaders = (headers: Record<string, string> = {}) =>
  'x-api-username' in headers || 'x-api-secret' in headers || /^basic/i.test(headers.authorization ?? '')

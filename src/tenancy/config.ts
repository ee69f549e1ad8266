import { emailAddress, hostname, httpsUrl } from '#platform/config/formats.ts'
import { network } from '#platform/config/http.ts'
import {
  defineConfigGroup,
  listSetting,
  textItem,
  textSetting,
  urlSetting,
} from '#platform/config/settings.ts'

export interface TenancyConfig {
  /** Addresses, networks and the names loopback, linklocal and uniquelocal. */
  tlsAllowedClients: string[]
  /** Public API credentials of the web client. Not a secret: every browser receives them. */
  webApiUsername: string
  webApiSecret: string
  /** The platform's contact address; empty if there is none. */
  contactEmail: string
  /** The platform's terms of use and privacy notice, or null. */
  termsUrl: string | null
  privacyUrl: string | null
  /** Host of the public pages of certificates, kept for ever; null: the root domain. */
  credentialsHost: string | null
}

declare module '#platform/config/config.ts' {
  interface Config extends TenancyConfig {}
}

/** API credentials of the web client, unless configured. */
export const defaultWebApiCredentials = { username: 'school-web', secret: 'school-web-public' } as const

export const tenancyGroup = defineConfigGroup({
  title: 'Platform',
  usedBy: ['web'],
  settings: {
    CONTACT_EMAIL: textSetting({
      description:
        'The platform’s contact address, shown in the footer of public pages and to schools that ask for more than the free plan',
      format: emailAddress,
      usedBy: ['web', 'worker'],
    }),
    TERMS_URL: urlSetting({
      description: 'The platform’s terms of use, for schools without their own',
      format: httpsUrl,
      usedBy: ['web', 'worker'],
    }),
    PRIVACY_URL: urlSetting({
      description: 'The platform’s privacy notice, for schools without their own',
      format: httpsUrl,
      usedBy: ['web', 'worker'],
    }),
    CREDENTIALS_HOST: textSetting({
      description:
        'Host to which the codes on certificates lead, which must never change; without it, the root domain of the platform or of the school’s reseller',
      format: hostname,
      usedBy: ['web', 'worker'],
    }),
    TLS_ALLOWED_CLIENTS: listSetting(textItem(network), {
      description: 'Proxies that may call `/internal/tls-allowed`',
      default: ['loopback'],
    }),
    WEB_API_USERNAME: textSetting({
      description:
        'User name in the web client’s public API credentials; every request needs API credentials',
      default: defaultWebApiCredentials.username,
    }),
    WEB_API_SECRET: textSetting({
      description: 'Secret in the web client’s API credentials, which every browser receives',
      default: defaultWebApiCredentials.secret,
    }),
  },
  resolve: (values) =>
    ({
      tlsAllowedClients: values.TLS_ALLOWED_CLIENTS as string[],
      webApiUsername: values.WEB_API_USERNAME,
      webApiSecret: values.WEB_API_SECRET,
      contactEmail: values.CONTACT_EMAIL ?? '',
      termsUrl: values.TERMS_URL,
      privacyUrl: values.PRIVACY_URL,
      credentialsHost: values.CREDENTIALS_HOST?.toLowerCase() ?? null,
    }) satisfies TenancyConfig,
})

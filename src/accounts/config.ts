import { normalizeEmail } from '#lib/email-address/email-address.ts'
import { emailAddress, plainHttpUrl, textUpTo, type TextFormat } from '#platform/config/formats.ts'
import {
  defineConfigGroup,
  integerSetting,
  listSetting,
  textItem,
  textSetting,
  urlSetting,
  type ConfigContext,
} from '#platform/config/settings.ts'

export interface AccountsConfig {
  /** Days after login until a session expires. */
  sessionDays: number
  /** E-mail addresses of support accounts, in lower case. */
  supportEmails: string[]
  /** The support account that may also use the console, or null. */
  privilegedEmail: string | null
  /** Address of a service that returns leaked passwords for `<address><five letters of a hash>`, or null. */
  leakedPasswordsUrl: string | null
  /** The platform's OpenID Connect issuer, or null. */
  oidc: OidcConfig | null
}

/** The OpenID Connect issuer for users of every school. */
export interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** Name on the login page. */
  name: string
}

declare module '#platform/config/config.ts' {
  interface Config extends AccountsConfig {}
}

const directoryUrl: TextFormat = {
  test: (value) => plainHttpUrl.test(value) && value.endsWith('/'),
  expected: 'an https:// address that ends in a slash',
}

/** The support accounts outside production if none are configured. */
export const demoSupportEmails = ['support@lyceum.example', 'operations@lyceum.example']

export const loginGroup = defineConfigGroup({
  title: 'Login',
  usedBy: ['web'],
  settings: {
    SESSION_DAYS: integerSetting({
      description: 'Time after login until a session expires; an unused session expires after 30 days',
      minimum: 1,
      maximum: 3_650,
      unit: 'days',
      default: 90,
      usedBy: ['web', 'worker'],
    }),
    LEAKED_PASSWORDS_URL: urlSetting({
      description:
        'Service that finds leaked passwords by the first five characters of their SHA-1, such as `https://api.pwnedpasswords.com/range/`, besides a built-in list of 50,000 common passwords',
      format: directoryUrl,
      httpsInProduction: true,
    }),
    OIDC_ISSUER: urlSetting({
      description:
        'OpenID Connect issuer for users of every school, such as `https://accounts.google.com`, where `/oidc/callback` at the root host is registered as redirect address',
      format: plainHttpUrl,
      httpsInProduction: true,
    }),
    OIDC_CLIENT_ID: textSetting({
      description: 'Client id at the issuer',
      requiredWith: ['OIDC_ISSUER'],
      onlyWith: 'OIDC_ISSUER',
    }),
    OIDC_CLIENT_SECRET: textSetting({
      description: 'Client secret at the issuer',
      secret: true,
      requiredWith: ['OIDC_ISSUER'],
      onlyWith: 'OIDC_ISSUER',
    }),
    OIDC_NAME: textSetting({
      description: 'Name of the issuer on login pages',
      format: textUpTo(40),
      default: 'Google',
    }),
  },
  resolve(values) {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
    const oidc: OidcConfig | null =
      issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name: values.OIDC_NAME } : null
    return { sessionDays: values.SESSION_DAYS, leakedPasswordsUrl: values.LEAKED_PASSWORDS_URL, oidc }
  },
})

export const platformStaffGroup = defineConfigGroup({
  title: 'Support and console',
  usedBy: ['web', 'worker'],
  settings: {
    SUPPORT_EMAILS: listSetting(textItem(emailAddress), {
      description:
        'Addresses of support accounts, which have rights after they verified the address by a mailed link and set a second factor',
      defaultText: `\`${demoSupportEmails.join(',')}\`; none in production`,
    }),
    PRIVILEGED_EMAIL: textSetting({
      description: 'The support account that may also use the console',
      format: emailAddress,
      defaultText: 'the first of `SUPPORT_EMAILS`; none in production',
    }),
  },
  resolve(values, context) {
    const listed = values.SUPPORT_EMAILS ?? (context.production ? [] : demoSupportEmails)
    const supportEmails = [...new Set(listed.map(normalizeEmail))]
    return {
      supportEmails,
      privilegedEmail: privilegedAmong(supportEmails, values.PRIVILEGED_EMAIL, context),
    }
  },
})

function privilegedAmong(
  supportEmails: string[],
  configured: string | null,
  { production, addError }: ConfigContext,
) {
  if (configured === null) return production ? null : (supportEmails[0] ?? null)
  const email = normalizeEmail(configured)
  if (!supportEmails.includes(email)) addError('PRIVILEGED_EMAIL', 'must be one of SUPPORT_EMAILS')
  return email
}

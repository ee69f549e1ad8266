import { isThisMachine, mailSender, url } from './formats.ts'
import { defineConfigGroup, textSetting, urlSetting } from './settings.ts'

export interface MailTransportConfig {
  /** Null if mail is captured instead of sent. */
  smtpUrl: string | null
  /** Whether mail waits if the server offers no TLS. */
  mailNeedsTls: boolean
  mailFrom: string
}

export const mailTransportGroup = defineConfigGroup({
  title: 'Mail server',
  usedBy: ['web', 'worker'],
  settings: {
    SMTP_URL: urlSetting({
      description:
        'Mail server, which production reaches over TLS (STARTTLS with `smtp://`) unless it is on this machine',
      format: url('smtp:', 'smtps:'),
      defaultText: 'mail is stored and, outside production, shown at `/dev/mail`',
      secret: true,
    }),
    MAIL_FROM: textSetting({
      description: 'Sender',
      format: mailSender,
      defaultText: '`Lyceum <no-reply@ROOT_DOMAIN>`',
    }),
  },
  resolve(values, { rootDomain, requiresTls, addError }) {
    const { SMTP_URL: smtpUrl } = values
    const needsTls = requiresTls('mail')
    if (needsTls && smtpUrl && weakensTls(smtpUrl))
      addError(
        'SMTP_URL',
        'must not turn TLS or its checks off in production; ALLOW_PLAINTEXT_CONNECTIONS=mail allows mail without TLS',
      )
    return {
      smtpUrl,
      mailNeedsTls: needsTls && smtpUrl !== null && !isThisMachine(new URL(smtpUrl).hostname),
      mailFrom: values.MAIL_FROM ?? `Lyceum <no-reply@${rootDomain}>`,
    } satisfies MailTransportConfig
  },
})

/** Whether an address has options that weaken TLS. */
const weakensTls = (address: string) =>
  [...new URL(address).searchParams.keys()].some((name) =>
    /^(?:tls\.|secure$|ignoreTLS$|requireTLS$|opportunisticTLS$)/i.test(name),
  )

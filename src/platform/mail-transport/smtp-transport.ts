import type { Config } from '../config/config.ts'
import { inSpan, type SpanAttributes } from '../telemetry/spans.ts'

interface Outgoing {
  id: string
  sender_name: string
  /** Null: MAIL_FROM is used. */
  sender_address: string | null
  recipient: string
  subject: string
  html: string
  text: string
}

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

type SmtpConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'rootDomain' | 'mailNeedsTls'>

/** Sends one mail over SMTP_URL. Throws errors of the server or network. `labels` are added to its span. */
export const sendOverSmtp = (config: SmtpConfig, mail: Outgoing, labels: SpanAttributes = {}) =>
  inSpan(
    () => {
      const { hostname, port, protocol } = new URL(config.smtpUrl!)
      const attributes = {
        'network.protocol.name': 'smtp',
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'smtps:' ? 465 : 587),
        ...labels,
      }
      return { name: 'smtp send', kind: 'client', attributes }
    },
    () => submit(config, mail),
  )

async function submit(config: SmtpConfig, mail: Outgoing) {
  // Loaded with the first mail, which saves 6 MB in an idle process.
  const { createTransport } = await import('nodemailer')
  const ownHost = mail.sender_address?.split('@')[1]
  const transport = createTransport({
    url: config.smtpUrl!,
    // Otherwise a server or attacker without STARTTLS would get the mail unencrypted.
    requireTLS: config.mailNeedsTls,
    // Otherwise this machine's name would appear in the mail's first `Received` line.
    name: ownHost ?? config.rootDomain,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const address = mail.sender_address ?? addressIn(config.mailFrom)
  try {
    await transport.sendMail({
      from: { name: mail.sender_name, address },
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      // The same for every attempt, so that a mailbox can detect a repetition.
      messageId: `<${mail.id}@${ownHost ?? config.rootDomain}>`,
      xMailer: false,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } finally {
    transport.close()
  }
}

/** Address of `Name <name@host>` or `name@host`. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender

/** Whether the error is permanent (5xx), so that a retry is useless. */
export const isPermanentSmtpError = (error: unknown) => {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

import type { Config } from '../config/config.ts'
import { inSpan } from '../telemetry/spans.ts'

interface Outgoing {
  school_id: string
  id: string
  sender_name: string
  /** Null where MAIL_FROM serves. */
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

/** Sends one mail over SMTP_URL. Throws what the server or the network answered. */
export const sendOverSmtp = (config: SmtpConfig, mail: Outgoing) =>
  inSpan(
    () => {
      const { hostname, port, protocol } = new URL(config.smtpUrl!)
      const attributes = {
        'network.protocol.name': 'smtp',
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'smtps:' ? 465 : 587),
        'lyceum.school_id': mail.school_id,
      }
      return { name: 'smtp send', kind: 'client', attributes }
    },
    () => submit(config, mail),
  )

async function submit(config: SmtpConfig, mail: Outgoing) {
  // Loaded with the first mail: an idle process saves 6 MB.
  const { createTransport } = await import('nodemailer')
  const ownHost = mail.sender_address?.split('@')[1]
  const transport = createTransport({
    url: config.smtpUrl!,
    // Else a server, or somebody before it, that offers no STARTTLS would get everything in clear.
    requireTLS: config.mailNeedsTls,
    // Else this machine's name would stand in the mail's first `Received` line.
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
      // The same for every try, so that a mailbox can tell a repetition from a second mail.
      messageId: `<${mail.id}@${ownHost ?? config.rootDomain}>`,
      xMailer: false,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } finally {
    transport.close()
  }
}

/** The address in `Name <name@host>` or `name@host`. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender

/** 5xx: the server does not want this mail, and asking again does not change it. */
export const isPermanentSmtpError = (error: unknown) => {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string }
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

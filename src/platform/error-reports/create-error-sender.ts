import type { ErrorReportingConfig } from '../config/error-reporting.ts'
import { createEnvelopeSender, type EnvelopeSender } from './sender.ts'

interface Log {
  warn(details: object, message: string): void
}

const senders = new Map<string, EnvelopeSender>()

/**
 * Creates the process's only sender to the configured service, whose limits apply to reports of browsers and
 * server together.
 */
export function createErrorSender({ dsn }: Pick<ErrorReportingConfig, 'dsn'>, log: Log): EnvelopeSender {
  const running = senders.get(dsn.text)
  if (running) return running
  const sender = createEnvelopeSender({ dsn, log })
  senders.set(dsn.text, sender)
  return sender
}

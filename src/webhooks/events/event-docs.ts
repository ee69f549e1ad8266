import type { EventType } from './event-types.ts'
import { catalogue, envelope } from './events.ts'

/** The events as the documentation of the API shows them. */
export const webhookDocs = Object.entries(catalogue).map(([type, declared]) => ({
  type: type as EventType,
  summary: declared.summary,
  schema: envelope(type, declared),
}))

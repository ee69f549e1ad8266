import type { EventType } from './event-types.ts'
import { eventCatalogue, eventEnvelope } from './events.ts'

/** The events as the documentation of the API shows them. */
export const eventDocs = Object.entries(eventCatalogue).map(([type, declared]) => ({
  type: type as EventType,
  summary: declared.summary,
  schema: eventEnvelope(type, declared),
}))

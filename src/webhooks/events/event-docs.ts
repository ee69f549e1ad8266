import type { EventType } from './event-types.ts'
import { eventCatalogue, eventEnvelope } from './events.ts'

/** The events for the API documentation. */
export const eventDocs = Object.entries(eventCatalogue).map(([type, declared]) => ({
  type: type as EventType,
  summary: declared.summary,
  schema: eventEnvelope(type, declared),
}))

import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

/** Levels of objects and arrays that the body of a request may have. The deepest contract needs six. */
export const maxJsonDepth = 32

/** Reads `application/json` only, and nothing nested deeper than `maxJsonDepth`. */
export function acceptJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (depthExceeds(text, maxJsonDepth)) return done(new Refusal('malformed_body'))
    // Calls `done`, and returns nothing.
    void parse(request, text, done)
  })
}

const [quote, backslash, openObject, closeObject, openArray, closeArray] = Buffer.from('"\\{}[]')

/** Whether JSON text is nested deeper than `max`. Reads it once, and no further than the level that is too deep. */
export function depthExceeds(text: string, max: number): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inString) {
      if (character === backslash) at++
      else if (character === quote) inString = false
    } else if (character === quote) inString = true
    else if (character === openObject || character === openArray) {
      if (++depth > max) return true
    } else if (character === closeObject || character === closeArray) depth--
  }
  return false
}

import type { FastifyInstance } from 'fastify'
import { Refusal } from '../contract/refusal.ts'

/** Maximum nesting of objects and arrays in a request body. The deepest contract needs six. */
export const maxJsonDepth = 32

/** Maximum members of an object in a request body. The widest contract declares fewer than a hundred. */
export const maxJsonMembers = 1_000

const bounds = { maxDepth: maxJsonDepth, maxMembers: maxJsonMembers }

/** Accepts `application/json` only, and refuses bodies beyond `maxJsonDepth` or `maxJsonMembers`. */
export function acceptJsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (exceedsBounds(text, bounds)) return done(new Refusal('malformed_body'))
    // Calls `done`, and returns nothing.
    void parse(request, text, done)
  })
}

const [quote, backslash, comma, openObject, closeObject, openArray, closeArray] = Buffer.from('"\\,{}[]')

/** Limits of JSON text: nesting, and members of an object. */
export interface JsonBounds {
  maxDepth: number
  maxMembers: number
}

/**
 * Whether JSON text exceeds `maxDepth` or has an object with more than `maxMembers` members. Reads the text once,
 * up to the first violation. Names of objects cost parser and validator far more than array elements.
 */
export function exceedsBounds(text: string, { maxDepth, maxMembers }: JsonBounds): boolean {
  /** For each open level: members that may follow in an object, infinite in an array. */
  const membersLeft: number[] = []
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (inString) {
      if (character === backslash) at++
      else if (character === quote) inString = false
    } else if (character === quote) inString = true
    else if (character === comma) {
      if (--membersLeft[depth]! < 1) return true
    } else if (character === openObject || character === openArray) {
      if (++depth > maxDepth) return true
      membersLeft[depth] = character === openObject ? maxMembers : Infinity
    } else if (character === closeObject || character === closeArray) depth--
  }
  return false
}

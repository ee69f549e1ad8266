import type { FastifyInstance } from 'fastify'
import { Refusal } from '../contract/refusal.ts'

/** Levels of objects and arrays that the body of a request may have. The deepest contract needs six. */
export const maxJsonDepth = 32

/** Members that an object in the body of a request may have. The widest contract declares fewer than a hundred. */
export const maxJsonMembers = 1_000

const bounds = { maxDepth: maxJsonDepth, maxMembers: maxJsonMembers }

/** Reads `application/json` only, and refuses what exceeds `maxJsonDepth` or `maxJsonMembers`. */
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

/** Bounds of JSON text: levels of nesting, and members of a single object. */
export interface JsonBounds {
  maxDepth: number
  maxMembers: number
}

/**
 * Whether JSON text is nested deeper than `maxDepth`, or has an object with more than `maxMembers` members. Reads the
 * text once, and no further than where it goes beyond. Every name of an object costs the parser and the validator far
 * more than an element of an array does.
 */
export function exceedsBounds(text: string, { maxDepth, maxMembers }: JsonBounds): boolean {
  /** Of each open level: the members that may still follow in an object, without limit in an array. */
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

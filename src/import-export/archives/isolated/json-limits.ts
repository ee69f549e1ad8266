import { TaskRejected } from '#platform/isolated/task-errors.ts'

/** A document has seven levels, and the largest course has a tenth of these values. */
const limits = { depth: 32, values: 2_000_000 }

const [quote, backslash, comma, openObject, openArray, closeObject, closeArray] = Buffer.from('"\\,{[}]')

/** Checks depth and number of values of JSON before it is parsed. Throws beyond the limits. */
export function ensureJsonWithinLimits(json: Uint8Array) {
  let depth = 0
  let values = 1
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isInText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (byte === comma) values += 1
    else if (byte === openObject || byte === openArray) {
      depth += 1
      values += 1
    } else if (byte === closeObject || byte === closeArray) depth -= 1
    if (depth > limits.depth) throw new TaskRejected('document_invalid')
    if (values > limits.values) throw new TaskRejected('document_too_large')
  }
}

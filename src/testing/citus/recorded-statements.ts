import { appendFileSync, readFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'

export interface RecordedStatement {
  text: string
  parameters: unknown[]
}

/** Records each statement with the parameters of its first run, one line each, for `npm run citus:check`. */
export function statementRecorder(file: string) {
  const seen = new Set<string>()
  return ({ text, parameters }: { text: string; parameters: readonly unknown[] }) => {
    if (seen.has(text)) return
    seen.add(text)
    const packed = serialize(parameters.map(plain)).toString('base64')
    appendFileSync(file, `${JSON.stringify([text, packed])}\n`)
  }
}

/** The distinct statements of a recording. */
export function readStatements(file: string): RecordedStatement[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const byText = new Map(lines.map((line) => JSON.parse(line) as [string, string]))
  return [...byText].map(([text, packed]) => ({
    text,
    parameters: deserialize(Buffer.from(packed, 'base64')) as unknown[],
  }))
}

/** Objects are sent to the database as JSON. */
const plain = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? JSON.stringify(value)
    : value

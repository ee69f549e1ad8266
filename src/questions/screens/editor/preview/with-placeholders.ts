import type { QuestionBody } from '#lib/questions/index.ts'

/** The body with `…` for each part that has no text yet, so that its control has a name. */
export const withPlaceholders = (body: QuestionBody) => filled(body) as QuestionBody

function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, field]) => [name, filled(field)] as const)
  const copy = Object.fromEntries(entries)
  return 'id' in value && 'text' in value && value.text === '' ? { ...copy, text: '…' } : copy
}

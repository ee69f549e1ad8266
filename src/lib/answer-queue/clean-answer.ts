/**
 * The answer without characters that the server refuses: NUL, and halves of characters outside of the basic plane, which
 * remain when an emoji is cut. One of them would keep everything behind it from being sent.
 */
export function cleanAnswer(answer: unknown): unknown {
  if (typeof answer === 'string') return answer.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(answer)) return answer.map(cleanAnswer)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, cleanAnswer(value)]))
}

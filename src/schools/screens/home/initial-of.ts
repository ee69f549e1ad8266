/** First letter of a name as a capital, with its marks; empty for an empty name. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first ? first.segment.toLocaleUpperCase() : ''
}

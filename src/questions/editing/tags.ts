/** Tags without surrounding space and without doubles, which differ in case only. */
export function cleanTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) {
    const clean = tag.normalize('NFC').trim().replace(/\s+/g, ' ')
    const key = clean.toLowerCase()
    if (clean !== '' && !byKey.has(key)) byKey.set(key, clean)
  }
  return [...byKey.values()]
}

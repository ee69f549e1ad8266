/** HTML of about `length` characters that is slow to process, by its cause. */
export function slowHtml(length: number): Record<string, string> {
  const repeated = (part: string, share = 1) => part.repeat(Math.floor((length * share) / part.length))
  return {
    'lists in lists': repeated('<ul><li>'),
    'elements that are never closed': repeated('<b>y'),
    'ends without a beginning': repeated('<b>', 0.5) + repeated('</x>', 0.5),
    'tables in tables': repeated('<table><tr><td>'),
    'elements that no list counts': repeated('<li><td>'),
    'signs that open': repeated('<'),
    ampersands: repeated('&'),
    'entities in elements': repeated('<p>&lt;'),
    'empty paragraphs': repeated('<p>'),
    'attributes in one element': `<a ${repeated('x="1" ').slice(0, -4)}>`,
  }
}

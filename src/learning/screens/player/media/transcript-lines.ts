export interface TranscriptLine {
  from: number
  to: number
  text: string
}

/** Index of the current or last line at this second; -1 before the first. */
export function lineIndexAt(lines: readonly TranscriptLine[], second: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (lines[middle]!.from <= second) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Normalised for comparison: without accents and case. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()

/** Indexes of the lines that contain every word; all lines without a query. */
export function findMatchingLines(lines: readonly { folded: string }[], query: string): number[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return lines.flatMap((line, index) => (words.every((word) => line.folded.includes(word)) ? [index] : []))
}

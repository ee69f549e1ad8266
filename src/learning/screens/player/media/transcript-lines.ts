export interface TranscriptLine {
  from: number
  to: number
  text: string
}

/** The line that is said at this second, or was last; -1 before the first. */
export function lineIndexAt(lines: readonly TranscriptLine[], second: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (lines[middle]!.from <= second) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** As it is compared: without accents and capitals. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()

/** The places of the lines that hold every word, begun anywhere; all of them where nothing is asked. */
export function findMatchingLines(lines: readonly { folded: string }[], query: string): number[] {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return lines.flatMap((line, index) => (words.every((word) => line.folded.includes(word)) ? [index] : []))
}

export interface Chapter {
  /** Second at which it starts. */
  start: number
  title: string
}

/** `1:05 Title`, `1:02:30 – Title` or `[0:00] Title`. */
const chapterLine = /^[[(]?(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)([\])\s].*)$/u

/** Chapter of a line of text; null for other lines. */
export function parseChapterLine(line: string): Chapter | null {
  const match = chapterLine.exec(line.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = '0', rest = ''] = match
  const title = rest
    .replace(/^[\])]/, '')
    .trim()
    .replace(/^[-–—:|.]/u, '')
    .trim()
  return title === '' ? null : { start: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title }
}

/**
 * Chapters that the lines of a text declare: at least two, the first at 0:00, in order. Other lists of times are not
 * chapters.
 */
export function chaptersOfLines(lines: readonly string[]): Chapter[] {
  const chapters = lines.map(parseChapterLine).filter((chapter) => chapter !== null)
  const isOrdered = chapters.every(({ start }, index) => index === 0 || start > chapters[index - 1]!.start)
  return chapters.length >= 2 && chapters[0]!.start === 0 && isOrdered ? chapters : []
}

/** Chapters in the text of a lesson. */
export function chaptersOfHtml(html: string): Chapter[] {
  // Most lessons contain no time.
  if (!/\d:\d\d/.test(html)) return []
  const { body } = new DOMParser().parseFromString(html.replaceAll(/<br\s*\/?>/gi, '\n'), 'text/html')
  const blocks = Array.from(body.querySelectorAll('p, li, td'))
  return chaptersOfLines(blocks.flatMap((block) => (block.textContent ?? '').split('\n')))
}

/** The chapter at this second; undefined without chapters. */
export const chapterAt = (chapters: readonly Chapter[], second: number) =>
  chapters.findLast(({ start }) => start <= second)

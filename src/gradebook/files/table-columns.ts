/** Headings of the columns that are not items. They are the same in every language, so that a file can be read anywhere. */
export const fixedHeadings = {
  student_id: 'Student ID',
  name: 'Name',
  email: 'E-mail',
  total: 'Course total',
  total_with_missing: 'Total with missing as 0',
  label: 'Grade',
  exported_at: 'Exported at',
} as const

export const maxStudents = 5_000
/** With the headings, and one that shows that there are more. */
export const maxRows = maxStudents + 2
/** 300 items and the columns beside them. */
export const maxColumns = 310

/** Text of an excused grade in a file. */
export const excusedText = 'EX'

/** Headings of items: their names, numbered where a name occurs twice. */
export function headingsOf<Item extends { id: string; name: string }>(
  items: readonly Item[],
): Map<string, Item> {
  const headings = new Map<string, Item>()
  const taken = new Set<string>(Object.values(fixedHeadings).map(foldHeading))
  for (const item of items) {
    let heading = item.name
    for (let number = 2; taken.has(foldHeading(heading)); number += 1) heading = `${item.name} (${number})`
    taken.add(foldHeading(heading))
    headings.set(heading, item)
  }
  return headings
}

/** A heading without what people change by accident. */
export const foldHeading = (heading: string) =>
  heading.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()

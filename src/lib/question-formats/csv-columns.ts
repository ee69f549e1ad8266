/** Columns of a file, in their order; the numbered ones are written as often as a question needs them. */
export const columns = [
  'type',
  'name',
  'question',
  'option',
  'correct',
  'scoring',
  'shuffled',
  'option_feedback',
  'feedback',
  'feedback_correct',
  'feedback_incorrect',
  'hint',
  'tags',
  'difficulty',
  'text_format',
] as const
export type Column = (typeof columns)[number]
export const numberedColumns: readonly Column[] = ['option', 'option_feedback', 'hint']

/** A row of a file: the cells of a column by its number from 0; a column without a number has one cell. */
export type CsvQuestion = Partial<Record<Column, string[]>>

export const csvTypes = [
  'single_choice',
  'multiple_choice',
  'true_false',
  'short_text',
  'number',
  'essay',
  'matching',
  'ordering',
  'information',
] as const
export type CsvType = (typeof csvTypes)[number]

/** Name of a column in the first row, such as `option_2`; null for a column that the format does not have. */
export function columnOf(header: string): { column: Column; index: number } | null {
  const name = header
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const [, base = name, number] = /^(.+?)_(\d{1,2})$/.exec(name) ?? []
  const column = columns.find((one) => one === base)
  if (!column || numberedColumns.includes(column) !== (number !== undefined)) return null
  return { column, index: number === undefined ? 0 : Number(number) - 1 }
}

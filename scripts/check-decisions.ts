/** Each record in docs/decisions/ follows docs/decisions/template.md, and docs/decisions/README.md lists it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const sections = ['Context', 'Decision', 'Consequences']
const status = /^- \*\*Status:\*\* (?:proposed|accepted|replaced by \[\d{4}\]\(\S+\))$/m
const date = /^- \*\*Date:\*\* \d{4}-\d{2}-\d{2}$/m

/** One line for each part of the template that a record lacks. */
export function decisionErrors(file: string, text: string): string[] {
  const number = basename(file).slice(0, 4)
  const headings = [...text.matchAll(/^## (.+)$/gm)].map((match) => match[1]!)
  return [
    ...(new RegExp(`^# ${number}: \\S`).test(text) ? [] : [`the title must start with "# ${number}: "`]),
    ...(status.test(text) ? [] : ['"- **Status:** …" is missing or unknown']),
    ...(date.test(text) ? [] : ['"- **Date:** YYYY-MM-DD" is missing']),
    ...(headings.join() === sections.join() ? [] : [`the sections must be ${sections.join(', ')}`]),
    ...brokenCodeIn(text).map((line) => `inline code must end on its line: ${line}`),
  ].map((error) => `${file}: ${error}`)
}

/** Lines with half a code span, whose paths the reference check cannot read. */
const brokenCodeIn = (text: string) =>
  text
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter((line) => line.split('`').length % 2 === 0)

/** The line of a record in the list of docs/decisions/README.md. */
export const indexLine = (file: string, text: string) =>
  `- [${text.split('\n')[0]!.slice(2)}](${basename(file)})`

/** Errors of all records below `root`: form, list, and numbers that two records share. */
export function decisionErrorsIn(root: string): string[] {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: root }).toSorted()
  const records = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const index = join(root, 'docs/decisions/README.md')
  const listed = existsSync(index) ? readFileSync(index, 'utf8').split('\n') : []
  const numbers = files.map((file) => basename(file).slice(0, 4))
  return [
    ...records.flatMap(({ file, text }) => decisionErrors(file, text)),
    ...records
      .map(({ file, text }) => indexLine(file, text))
      .filter((line) => !listed.includes(line))
      .map((line) => `docs/decisions/README.md lacks the line: ${line}`),
    ...numbers
      .filter((number, at) => numbers.indexOf(number) !== at)
      .map((number) => `docs/decisions: two records have the number ${number}`),
  ]
}

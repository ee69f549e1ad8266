/** `docs/asvs.md` must answer for each identifier of `docs/asvs-identifiers.txt` once, with a file, a reason or `open`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const row = /^\| (V\d+\.\d+\.\d+) \| [12] \| [^|]+ \| ([^|]+) \|$/

/** One line for each missing, duplicate or unknown identifier, and for each empty answer. */
export function asvsIssues(table: string, identifiers: string): string[] {
  const rows = table.split('\n').flatMap((line) => {
    const [, id, answer] = row.exec(line) ?? []
    return id && answer ? [{ id, answer }] : []
  })
  const requirements = identifiers.split('\n').filter(Boolean)
  const requirementIds = new Set(requirements)
  const times = (id: string) => rows.filter((one) => one.id === id).length
  const silent = rows.filter(
    ({ answer }) => !/^(?:`[\w./-]+`(?:, |$))+$|^(?:not applicable|open): \S/.test(answer),
  )
  return [
    ...requirements.filter((id) => times(id) !== 1).map((id) => `${id} stands there ${times(id)} times`),
    ...rows.filter(({ id }) => !requirementIds.has(id)).map(({ id }) => `${id} is no identifier`),
    ...silent.map(({ id, answer }) => `${id} is answered by nothing: ${answer}`),
  ]
}

export const asvsIssuesIn = (root: string) =>
  asvsIssues(
    readFileSync(join(root, 'docs/asvs.md'), 'utf8'),
    readFileSync(join(root, 'docs/asvs-identifiers.txt'), 'utf8'),
  )

import { loadModule, parseSync } from 'libpg-query'
import { nodesOfType, type Node } from '../citus/syntax-tree.ts'

await loadModule()

interface Writers {
  /** The domains that run the statement. */
  domains: readonly string[]
  /** Owner of each table. */
  owners: ReadonlyMap<string, string>
}

const writes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

export const isWrite = (text: string) => /\b(?:insert|update|delete|merge)\b/i.test(text)

/** Tables that a statement writes and that belong to none of the domains that run it. */
export function foreignWrites(text: string, { domains, owners }: Writers): string[] {
  if (domains.length === 0 || !isWrite(text)) return []
  const { stmts } = parseSync(text) as unknown as { stmts: { stmt: Node }[] }
  const tables = stmts.flatMap(({ stmt }) =>
    writes
      .flatMap((type) => nodesOfType(stmt, type))
      .map(({ relation }) => String((relation as Node).relname)),
  )
  return tables.filter((table) => owners.has(table) && !domains.includes(owners.get(table)!))
}

import { globSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../..')

export interface DeclaredTable {
  table: string
  /** The owning domain: the folder under `src/` whose `tables.ts` names it. */
  domain: string
}

/** Tables that domains declare. */
export async function declaredTables(): Promise<DeclaredTable[]> {
  const files = globSync('*/tables.ts', { cwd: source }).toSorted()
  const declared = files.map(async (file) => {
    const { tables } = (await import(join(source, file))) as { tables: readonly string[] }
    return tables.map((table) => ({ table, domain: file.split('/')[0]! }))
  })
  return (await Promise.all(declared)).flat()
}

/** Owner of each table. */
export const tableOwners = async () =>
  new Map((await declaredTables()).map(({ table, domain }) => [table, domain]))

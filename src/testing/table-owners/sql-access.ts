/** An access of SQL text: reads or writes a table, or calls a function. */
export interface SqlAccess {
  kind: 'read' | 'write' | 'call'
  name: string
}

const writing = /\b(?:insert\s+into|merge\s+into|delete\s+from)\s+(?:only\s+)?([\w.]+)/gi
/** `for update`, `do update set` and `on update` name no table. */
const updating = /(?<!\b(?:for|do|on|key)\s+)\bupdate\s+(?:only\s+)?([\w.]+)/gi
const reading = /(?<!\bdelete\s+)\b(?:from|join|using)\s+(?:lateral\s+|only\s+)?([^()?]*)/gi
const calling = /\b([a-z]\w*)\s*\(/gi

/**
 * Names after the keywords that take a table, and names of called functions. Includes common table expressions
 * and Postgres functions: the caller filters them.
 */
export function sqlAccesses(text: string): SqlAccess[] {
  const plain = text.replace(/--.*$/gm, ' ').replaceAll('"', '')
  const written = [...plain.matchAll(writing), ...plain.matchAll(updating)].map(([, name]) => name!)
  const read = [...plain.matchAll(reading)].flatMap(([, list]) => listedTables(list!))
  const called = [...plain.matchAll(calling)].map(([, name]) => name!)
  return [
    ...written.map((name) => ({ kind: 'write' as const, name: withoutSchema(name) })),
    ...read.map((name) => ({ kind: 'read' as const, name: withoutSchema(name) })),
    ...called.map((name) => ({ kind: 'call' as const, name })),
  ]
}

/** Tables of `a, b as c, d where …`. */
function listedTables(list: string) {
  const tables: string[] = []
  for (const item of list.split(',')) {
    const [, table, alias = ''] = /^\s*([\w.]+)(.*)$/s.exec(item) ?? []
    if (!table) break
    tables.push(table)
    if (!/^\s*(?:(?:as\s+)?\w+)?\s*$/i.test(alias)) break
  }
  return tables
}

const withoutSchema = (name: string) => name.replace(/^public\./, '')

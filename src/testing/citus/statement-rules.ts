import { loadModule, parseSync } from 'libpg-query'
import { unboundTables } from './school-binding.ts'
import { nodesOfType, identifierOf, type Node } from './syntax-tree.ts'

await loadModule()

/** Functions that Citus refuses in `UPDATE … SET`: their values would differ between copies of a row. */
const volatile = new Set([
  'clock_timestamp',
  'gen_random_uuid',
  'nextval',
  'random',
  'set_config',
  'timeofday',
  'uuidv4',
  'uuidv7',
])
/** Further functions that Citus refuses in `ON CONFLICT … DO UPDATE SET`. */
const stable = new Set(['now', 'statement_timestamp', 'transaction_timestamp', 'current_setting'])

/**
 * Why a statement does not run on Citus, or prepared; empty if it does. `tenantTables` are distributed by
 * `school_id`. Source: docs/citus.md.
 */
export function citusProblems(text: string, tenantTables: ReadonlySet<string>): string[] {
  const { stmts } = parseSync(text) as unknown as { stmts: { stmt: Node }[] }
  return stmts.flatMap(({ stmt }) => [
    ...settingProblems(stmt),
    ...nodesOfType(stmt, 'UpdateStmt').flatMap((update) => updateProblems(update, tenantTables)),
    ...nodesOfType(stmt, 'InsertStmt').flatMap((insert) => insertProblems(insert, tenantTables)),
    ...nodesOfType(stmt, 'infer').flatMap(inferenceProblems),
    ...unboundTables(stmt, tenantTables).map((table) => `${table} is not bound to one school_id`),
  ])
}

/** For a prepared statement, Postgres matches a partial index before parameters have values. */
const inferenceProblems = ({ whereClause }: Node) =>
  nodesOfType(whereClause, 'ParamRef').length
    ? ['ON CONFLICT finds no partial index by parameters: write constants']
    : []

const settingProblems = (stmt: Node) =>
  functionsIn(stmt).includes('set_config') ? ['set_config() does not reach the workers: use SET LOCAL'] : []

function updateProblems(update: Node, tenantTables: ReadonlySet<string>) {
  const table = tableOf(update)
  if (!tenantTables.has(table)) return []
  return [...assignmentProblems(table, update.targetList, volatile)]
}

function insertProblems(insert: Node, tenantTables: ReadonlySet<string>) {
  const table = tableOf(insert)
  if (!tenantTables.has(table)) return []
  const columns = ((insert.cols as { ResTarget: Node }[] | undefined) ?? []).map(
    ({ ResTarget }) => ResTarget.name,
  )
  const problems = columns.includes('school_id') ? [] : [`${table} is inserted into without school_id`]
  const conflict = insert.onConflictClause as Node | undefined
  if (conflict?.action !== 'ONCONFLICT_UPDATE') return problems
  const refused = new Set([...volatile, ...stable])
  return [...problems, ...assignmentProblems(table, conflict.targetList, refused)]
}

function assignmentProblems(table: string, targets: unknown, refused: ReadonlySet<string>) {
  return (targets as { ResTarget: Node }[]).flatMap(({ ResTarget: { name, val } }) => {
    if (name === 'school_id') return [`${table} moves a row to another school`]
    const used = functionsIn(val).filter((fn) => refused.has(fn))
    return used.map((fn) => `${table}.${String(name)} is set by ${fn}(): compute it in the application`)
  })
}

const tableOf = (statement: Node) => String((statement.relation as Node).relname)

/** `current_timestamp` and similar have no brackets, and count as `now`. */
const functionsIn = (part: unknown) => [
  ...nodesOfType(part, 'FuncCall').map(({ funcname }) => identifierOf((funcname as unknown[]).at(-1))),
  ...nodesOfType(part, 'SQLValueFunction')
    .filter(({ op }) => /TIME|DATE/.test(String(op)))
    .map(() => 'now'),
]

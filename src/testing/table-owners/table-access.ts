import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor, type ESTree } from 'vite'
import { sqlAccesses } from './sql-access.ts'

export interface TableAccess {
  /** Folder under `src/`. */
  domain: string
  table: string
  kind: 'read' | 'write'
  /** Path from the repository root. */
  file: string
}

export interface SourceAccesses {
  accesses: TableAccess[]
  /** Files with a computed name of a written table, which cannot be read from the source. */
  computed: string[]
}

export interface Catalogue {
  tables: ReadonlySet<string>
  /** Database functions that write, with their tables. A call counts as such a write. */
  functions: ReadonlyMap<string, readonly string[]>
}

interface Range {
  start: number
  end: number
}

const root = `${import.meta.dirname}/../../..`
const writeMethods = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const joinMethods = ['innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin']
const readMethods = new Set(['selectFrom', 'from', 'using', ...joinMethods])
/** Tests, and code without a database: screens and pure libraries. */
const isSkipped = /\.test\.ts$|^src\/(?:testing|ui|lib)\/|\/screens\//

/** Tables that the sources of each domain read or write, by Kysely's methods or by SQL text. */
export function readSources(catalogue: Catalogue): SourceAccesses {
  const files = globSync('src/*/**/*.ts', { cwd: root }).filter((file) => !isSkipped.test(file))
  const sources = files.map((file) => readSource(file, readFileSync(`${root}/${file}`, 'utf8'), catalogue))
  return {
    accesses: sources.flatMap(({ accesses }) => accesses),
    computed: sources.flatMap(({ computed }) => computed),
  }
}

/** Accesses of one file. */
export function readSource(file: string, source: string, { tables, functions }: Catalogue): SourceAccesses {
  const domain = file.split('/')[1]!
  const accesses = new Map<string, TableAccess>()
  const computed = new Set<string>()
  const words = new Set<string>()
  let isReadComputed = false
  const add = (kind: TableAccess['kind'], table: string) => {
    if (tables.has(table)) accesses.set(`${kind} ${table}`, { domain, table, kind, file })
  }
  const addSql = (text: string) => {
    for (const { kind, name } of sqlAccesses(text)) {
      if (kind === 'call') for (const table of functions.get(name) ?? []) add('write', table)
      else if (name !== computedTable) add(kind, name)
      else if (kind === 'write') computed.add(file)
      else isReadComputed = true
    }
  }
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [argument] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !argument) return
      const { name: method } = callee.property
      const kind = writeMethods.has(method) ? 'write' : readMethods.has(method) ? 'read' : undefined
      if (!kind) return
      const names = tableNames(argument)
      for (const name of names) add(kind, name)
      if (names.length > 0) return
      if (kind === 'write') computed.add(file)
      // Anything else is an alias of a query, which names its own tables.
      else if (argument.type === 'Identifier' || argument.type === 'TSAsExpression') isReadComputed = true
    },
    TaggedTemplateExpression({ tag, quasi: { quasis, expressions } }) {
      const textOf = ({ start, end }: Range) => source.slice(start, end)
      if (!/^sql\b/.test(textOf(tag))) return
      const holes = expressions.map((expression) => holeText(textOf(expression)))
      addSql(quasis.map((quasi, at) => quasi.value.raw + (holes[at] ?? '')).join(''))
    },
    TemplateLiteral({ quasis }) {
      const text = quasis.map(({ value }) => value.raw).join(' ? ')
      if (isStatement(text)) addSql(text)
    },
    Literal({ value }) {
      if (typeof value !== 'string') return
      words.add(value)
      if (isStatement(value)) addSql(value)
    },
  })
  visitor.visit(parseSync(file, source).program)
  // A file that computes the name of a read table may read every table that it names.
  if (isReadComputed) for (const word of words) add('read', word)
  return { accesses: [...accesses.values()], computed: [...computed] }
}

/** SQL text sent to the driver without Kysely. */
const isStatement = (text: string) => /^\s*(?:select|insert|update|delete|with|merge)\s/.test(text)

const computedTable = 'computed_table'

/** Replacement for an interpolated value or fragment in SQL text: for `sql.table('x')`, the table. */
function holeText(hole: string) {
  const table = /^sql\.table\((?:'([\w.]+)'|.*)\)$/s.exec(hole)
  return table ? (table[1] ?? computedTable) : ' ? '
}

type Argument = ESTree.CallExpression['arguments'][number] | null

/** Tables of `'courses as c'`, of a list, or of both branches of a condition. Empty if computed. */
function tableNames(argument: Argument): string[] {
  switch (argument?.type) {
    case 'Literal':
      return typeof argument.value === 'string' ? [argument.value.split(' ')[0]!] : []
    case 'ArrayExpression':
      return argument.elements.flatMap(tableNames)
    case 'ConditionalExpression':
      return [argument.consequent, argument.alternate].flatMap(tableNames)
    case 'TSAsExpression':
      return tableNames(argument.expression)
    default:
      return []
  }
}

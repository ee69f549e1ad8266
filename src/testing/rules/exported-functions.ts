import { parseSync } from 'vite'

type Program = ReturnType<typeof parseSync>['program']
type Statement = Program['body'][number]
type Declaration = { name: string; start: number }

/** An exported function or class, and whether a doc comment stands directly before it. */
export type ExportedFunction = { name: string; isDocumented: boolean }

/** Names of the functions and classes that a declaration creates. */
function functionNames(node: Statement): string[] {
  if (
    node.type === 'FunctionDeclaration' ||
    node.type === 'TSDeclareFunction' ||
    node.type === 'ClassDeclaration'
  )
    return node.id ? [node.id.name] : []
  if (node.type !== 'VariableDeclaration') return []
  return node.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && /^(ArrowFunction|Function)Expression$/.test(init?.type ?? '')
      ? [id.name]
      : [],
  )
}

/** The declaration inside an export statement, or the statement itself. */
const declarationOf = (statement: Statement): Statement | null =>
  statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration'
    ? (statement.declaration as Statement | null)
    : statement

function declarationsOf(statement: Statement): Declaration[] {
  const declaration = declarationOf(statement)
  return (declaration ? functionNames(declaration) : []).map((name) => ({ name, start: statement.start }))
}

/** Local names that a statement of the form `export { … }` exports. */
function exportedByList(statement: Statement): string[] {
  if (statement.type !== 'ExportNamedDeclaration' || statement.source) return []
  return statement.specifiers.map(({ local }) => ('name' in local ? local.name : local.value))
}

/** Functions and classes that a module declares and exports. An overloaded function appears once. */
export function exportedFunctions(text: string): ExportedFunction[] {
  const { program, comments } = parseSync('module.tsx', text)
  const isDocumented = ({ start }: Declaration) =>
    comments.some(
      ({ type, value, end }) =>
        type === 'Block' && value.startsWith('*') && end <= start && !text.slice(end, start).trim(),
    )
  const exported = new Set(
    program.body.flatMap((statement) =>
      declarationOf(statement) === statement
        ? []
        : [...declarationsOf(statement).map(({ name }) => name), ...exportedByList(statement)],
    ),
  )
  const found = new Map<string, boolean>()
  for (const declaration of program.body.flatMap(declarationsOf))
    if (exported.has(declaration.name))
      found.set(declaration.name, found.get(declaration.name) || isDocumented(declaration))
  return [...found].map(([name, documented]) => ({ name, isDocumented: documented }))
}

/** What a module exports from another file; `names` is undefined for `export * from`. */
export function reexports(text: string): { from: string; names?: ReadonlySet<string> }[] {
  return parseSync('module.ts', text).program.body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') return [{ from: statement.source.value }]
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return []
    const names = statement.specifiers.map(({ local }) => ('name' in local ? local.name : local.value))
    return [{ from: statement.source.value, names: new Set(names) }]
  })
}

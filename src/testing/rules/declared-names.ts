import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '../../..')

interface Node {
  type: string
  name?: string
  id?: Node
  key?: Node
  value?: Node | null
  params?: Node[]
  left?: Node
  argument?: Node
  parameter?: Node
  properties?: Node[]
  elements?: (Node | null)[]
  computed?: boolean
  shorthand?: boolean
}

/** Identifiers that a pattern binds: `{ a, b: [c = 1], ...d }` binds a, c and d. */
function boundBy(pattern: Node | null | undefined): Node[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return boundBy(pattern.left)
    case 'RestElement':
      return boundBy(pattern.argument)
    case 'TSParameterProperty':
      return boundBy(pattern.parameter)
    case 'ArrayPattern':
      return pattern.elements!.flatMap(boundBy)
    case 'ObjectPattern':
      return pattern.properties!.flatMap((one) => boundBy(one.value ?? one.argument))
    default:
      return []
  }
}

const isIdentifier = (node: Node | null | undefined) => /^(?:Private)?Identifier$/.test(node?.type ?? '')

/** Names that a source declares: functions, classes, types, variables, parameters, fields and keys of objects. */
export function namesIn(file: string, source: string): string[] {
  const names: string[] = []
  const add = (nodes: (Node | null | undefined)[]) => {
    for (const node of nodes) if (isIdentifier(node) && node!.name !== 'this') names.push(node!.name!)
  }
  const declaration = (node: object) => add(boundBy((node as Node).id))
  const callable = (node: object) =>
    add([(node as Node).id, ...((node as Node).params ?? []).flatMap(boundBy)])
  const member = (node: object) =>
    (node as Node).computed || (node as Node).shorthand || add([(node as Node).key])
  new Visitor({
    VariableDeclarator: declaration,
    ClassDeclaration: declaration,
    TSInterfaceDeclaration: declaration,
    TSTypeAliasDeclaration: declaration,
    TSEnumDeclaration: declaration,
    TSEnumMember: declaration,
    FunctionDeclaration: callable,
    FunctionExpression: callable,
    ArrowFunctionExpression: callable,
    TSFunctionType: callable,
    TSMethodSignature(node) {
      member(node)
      callable({ params: node.params })
    },
    TSPropertySignature: member,
    PropertyDefinition: member,
    MethodDefinition: member,
    Property: member,
  }).visit(parseSync(file, source).program)
  return names
}

/** Names that the sources declare, each with its file. */
export function declaredNames(): { file: string; name: string }[] {
  return globSync('{src,e2e,bench,faults,scripts}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.d\.ts$|database-types\.ts$/.test(file))
    .flatMap((file) => namesIn(file, readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })))
}

/** Words of a name in camel case, snake case or capitals: `storeKnownDevice` → store, known, device. */
export const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')

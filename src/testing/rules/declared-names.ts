import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '../../..')

/** Names of all functions, classes, types and variables in the sources, with repetitions. */
export function declaredNames(): string[] {
  const names: string[] = []
  const add = ({ id }: { id?: unknown }) => {
    const { type, name } = (id ?? {}) as { type?: string; name?: string }
    if (type === 'Identifier' && name) names.push(name)
  }
  const visitor = new Visitor({
    VariableDeclarator: add,
    FunctionDeclaration: add,
    ClassDeclaration: add,
    TSInterfaceDeclaration: add,
    TSTypeAliasDeclaration: add,
  })
  for (const file of globSync('{src,e2e,bench,faults,scripts}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.d\.ts$|database-types\.ts$/.test(file)) continue
    visitor.visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  }
  return names
}

/** Words of a name in camel case, snake case or capitals: `storeKnownDevice` → store, known, device. */
export const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')

/** Code examples in documents must import names that the sources export. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ExampleImport {
  names: string[]
  /** Path below src/. */
  file: string
}

/** Imports from `#…` in the `ts` and `tsx` blocks of a document. */
export function importsInExamples(text: string): ExampleImport[] {
  const blocks = [...text.matchAll(/^ *```tsx?\n([\s\S]*?)^ *```/gm)].map((match) => match[1]!)
  return blocks.flatMap((block) =>
    [...block.matchAll(/import (?:type )?\{([^}]+)\} from '#([^']+)'/g)].map((match) => ({
      names: namesIn(match[1]!),
      file: match[2]!,
    })),
  )
}

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean)

/** Names that a source file exports, by declaration or in a list; `a as b` exports `b`. */
export function exportedNames(source: string): Set<string> {
  const declared = source.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm,
  )
  const lists = source.matchAll(/^export (?:type )?\{([^}]+)\}/gm)
  return new Set([
    ...[...declared].map((match) => match[1]!),
    ...[...lists].flatMap((match) => namesIn(match[1]!).map((name) => name.split(' as ').at(-1)!)),
  ])
}

/** One line for each import of an example that does not exist. */
export function exampleErrorsIn(root: string): string[] {
  const documents = globSync(['docs/**/*.md', '{src,migrations}/**/README.md'], { cwd: root }).toSorted()
  return documents.flatMap((document) =>
    importsInExamples(readFileSync(join(root, document), 'utf8')).flatMap(({ names, file }) => {
      const path = join(root, 'src', file)
      if (!existsSync(path)) return [`${document}: an example imports src/${file}, which does not exist`]
      const exported = exportedNames(readFileSync(path, 'utf8'))
      return names
        .filter((name) => !exported.has(name))
        .map((name) => `${document}: an example imports ${name}, which src/${file} does not export`)
    }),
  )
}

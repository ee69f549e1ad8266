import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '../../..')

type Node = ReturnType<typeof parseSync>['program']['body'][number] | { type: string }
type Call = { callee: Node; arguments: Node[] }

/** The function that a call starts with: `test` for `test.each(rows)(title, run)`. */
function calledName(callee: Node): string | undefined {
  const {
    type,
    name,
    object,
    callee: inner,
  } = callee as {
    type: string
    name?: string
    object?: Node
    callee?: Node
  }
  if (type === 'Identifier') return name
  if (type === 'MemberExpression') return calledName(object!)
  return type === 'CallExpression' ? calledName(inner!) : undefined
}

/** Text of a string or template literal without its values; undefined for anything else. */
function literalText(node: Node | undefined): string | undefined {
  const { type, value, quasis } = (node ?? {}) as {
    type?: string
    value?: unknown
    quasis?: { value: { cooked: string | null } }[]
  }
  if (type === 'TemplateLiteral') return quasis!.map((quasi) => quasi.value.cooked).join(' ')
  return type === 'Literal' && typeof value === 'string' ? value : undefined
}

function testTitles(program: ReturnType<typeof parseSync>['program']): string[] {
  const titles: string[] = []
  const addTitle = ({ callee, arguments: [first] }: Call) => {
    const title = literalText(first)
    if (title !== undefined && /^(test|it|describe)$/.test(calledName(callee) ?? '')) titles.push(title)
  }
  new Visitor({ CallExpression: (call) => addTitle(call as unknown as Call) }).visit(program)
  return titles
}

/** Every comment and test title of the sources, with its file. */
export function commentsAndTestTitles(): { file: string; text: string }[] {
  return globSync('{src,e2e,bench,faults,scripts}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.d\.ts$|database-types\.ts$/.test(file))
    .flatMap((file) => {
      const { program, comments } = parseSync(file, readFileSync(join(root, file), 'utf8'))
      const texts = [...comments.map(({ value }) => value), ...testTitles(program)]
      return texts.map((text) => ({ file, text: text.replaceAll(/\s*\n[\s*]*/g, ' ').trim() }))
    })
}

/** Every relative link and every path in backticks of a document must exist in the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asvsIssuesIn } from './check-asvs.ts'
import { decisionErrorsIn } from './check-decisions.ts'

const folders = ['src', 'docs', 'scripts', 'e2e', 'bench', 'faults', 'deploy', 'migrations', '.ci']

/** One line for each missing target of a link or path in `root`'s documents. */
export function brokenReferences(root: string): string[] {
  const documents = globSync(['README.md', 'docs/**/*.md', '{src,migrations,faults}/**/README.md'], {
    cwd: root,
  })
  const names = new Set(
    globSync([`{${folders.join(',')}}/**/*`, '*'], { cwd: root }).map((file) => basename(file)),
  )
  return documents.sort(alphabetically).flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const docContext: DocumentTree = { root, folder: dirname(join(root, document)), names }
    const invalid = [
      ...linksIn(text).filter((link) => !leadsSomewhere(docContext, link, text)),
      ...pathsIn(text).filter((path) => !exists(docContext, path)),
    ]
    return invalid.map((reference) => `${document}: ${reference}`)
  })
}

interface DocumentTree {
  root: string
  folder: string
  /** Names of all files, for mentions without a directory. */
  names: Set<string>
}

const alphabetically = (a: string, b: string) => (a < b ? -1 : 1)
const withoutBlocks = (text: string) => text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
const withoutCode = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, '')

const linksIn = (text: string) =>
  [...withoutCode(text).matchAll(/\]\(<?([^)>\s]+)>?(?:\s+"[^"]*")?\)/g)]
    .map((match) => match[1]!)
    .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link))

function leadsSomewhere({ root, folder }: DocumentTree, link: string, text: string) {
  const [path = '', heading] = link.split('#')
  const file =
    path === '' ? null : path.startsWith('/') ? join(root, path) : resolve(folder, decodeURIComponent(path))
  if (file && (!existsSync(file) || relative(root, file).startsWith('..'))) return false
  if (!heading || (file && !file.endsWith('.md'))) return true
  return headingsIn(file ? readFileSync(file, 'utf8') : text).includes(heading)
}

const headingsIn = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map((match) =>
    match[1]!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

const pathsIn = (text: string) =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)]
    .map((match) => match[1]!)
    .filter((code) => isPath(code) && !exampleFiles(text).some((word) => code.includes(word)))

/** Names of files that a tutorial asks the reader to create: `<!-- example files: one two -->`. */
const exampleFiles = (text: string) => /<!-- example files: (.+) -->/.exec(text)?.[1]?.split(' ') ?? []

/** In one of our directories, or with the extension of a source file. */
const isPath = (code: string) =>
  /^[\w.#@*/-]+$/.test(code) &&
  (new RegExp(`^(?:${folders.map((folder) => folder.replace('.', '\\.')).join('|')})/.`).test(code) ||
    /^#?[\w@*-][\w.@*/-]*\.(?:ts|tsx|sql|md|css)$/.test(code))

function exists({ root, folder, names }: DocumentTree, code: string) {
  const path = code.startsWith('#') ? `src/${code.slice(1)}` : code
  if (!path.includes('/') && !path.includes('*')) return names.has(path)
  return [folder, root, join(root, 'src')].some((base) =>
    path.includes('*') ? globSync(path, { cwd: base }).length > 0 : existsSync(join(base, path)),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..')
  const errors = [
    ...brokenReferences(root).map((line) => `leads nowhere: ${line}`),
    ...asvsIssuesIn(root),
    ...decisionErrorsIn(root),
  ]
  for (const line of errors) console.error(line)
  process.exit(errors.length > 0 ? 1 : 0)
}

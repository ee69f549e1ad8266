import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { namespaceOf } from '../../src/ui/i18n/create-i18n.ts'

const root = join(import.meta.dirname, '../..')
const virtualName = 'virtual:text-files'

/** Texts of the screens as compact JSON, by `<language>/<namespace>.json`. */
function textFiles(): Map<string, string> {
  const paths = globSync(['src/*/screens/locales/**/*.json', 'src/ui/locales/**/*.json'], {
    cwd: root,
  }).toSorted()
  return new Map(
    paths.map((path) => {
      const { language, namespace } = namespaceOf(`/${path}`)
      const texts: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'))
      return [`${language}/${namespace}.json`, JSON.stringify(texts)]
    }),
  )
}

const folderOf = (files: Map<string, string>) =>
  `assets/texts-${createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('base64url')
    .slice(0, 10)}`

/**
 * Writes the texts of the screens as files with predictable names, so that no script needs a list of them: it would grow
 * with each language. `virtual:text-files` exports the address of their folder.
 */
export function textFilesPlugin(): Plugin {
  let serving = false
  return {
    name: 'lyceum:text-files',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    resolveId: (id) => (id === virtualName ? `\0${virtualName}` : null),
    load(id) {
      if (id !== `\0${virtualName}`) return null
      return `export const textsFolder = '/${serving ? 'assets/texts' : folderOf(textFiles())}'`
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      const files = textFiles()
      const folder = folderOf(files)
      for (const [name, source] of files)
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source })
    },
    configureServer(server) {
      server.middlewares.use('/assets/texts', (request, response, next) => {
        const text = textFiles().get((request.url ?? '').split('?', 1)[0]!.slice(1))
        if (text === undefined) return next()
        response.setHeader('content-type', 'application/json').end(text)
      })
    },
  }
}

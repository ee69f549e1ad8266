import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, type Plugin, type ViteDevServer } from 'vite'

const folder = join(import.meta.dirname, '../../src/ui/small-scripts')
const virtualName = 'virtual:small-scripts'

/**
 * Builds the scripts that run without the app: `guard`, inlined first on pages that hydrate; `lesson` and `home`,
 * inlined after it in the player and on the student's home; `public`, the only script of a public page; `worker`, which shows the offline page; and
 * `error-page`, which renders the error page after a server failure. Provides `virtual:small-scripts` on both
 * sides.
 */
export function inlineScriptsPlugin(): Plugin {
  const built = new Map<string, Promise<string>>()
  let serving = false
  const once = (name: string) => {
    let text = serving ? undefined : built.get(name)
    if (!text) built.set(name, (text = compile(join(folder, `${name}.ts`))))
    return text
  }
  return {
    name: 'lyceum:small-scripts',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    resolveId: (id) => (id === virtualName ? `\0${virtualName}` : null),
    async load(id) {
      if (id !== `\0${virtualName}`) return null
      // The browser has run it already and needs no second copy.
      const isClient = this.environment.name === 'client'
      const [guard, lesson, home] = isClient
        ? ['', '', '']
        : await Promise.all(['guard', 'lesson', 'home'].map(once))
      const path = serving ? 'assets/public.js' : addressOf(await once('public'))
      return [
        `export const guardScript = ${JSON.stringify(guard)}`,
        `export const earlyScripts = ${JSON.stringify({ lesson, home })}`,
        `export const publicScriptUrl = '/${path}'`,
      ].join('\n')
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const source = await once('public')
      this.emitFile({ type: 'asset', fileName: addressOf(source), source })
      for (const name of ['worker', 'error-page'])
        this.emitFile({ type: 'asset', fileName: `${name}.js`, source: await once(name) })
    },
    configureServer: (server) => serveScripts(server, once),
  }
}

/** Serves the scripts that the development server does not bundle. */
function serveScripts(server: ViteDevServer, once: (name: string) => Promise<string>) {
  for (const [path, name] of [
    ['/assets/public.js', 'public'],
    ['/error-page.js', 'error-page'],
  ] as const)
    server.middlewares.use(path, (_request, response, next) => {
      const answer = (text: string) => response.setHeader('content-type', 'text/javascript').end(text)
      once(name).then(answer, next)
    })
}

const addressOf = (text: string) =>
  `assets/public-${createHash('sha256').update(text).digest('base64url').slice(0, 10)}.js`

/** One self-contained script without imports or exports. */
async function compile(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'import.meta.env.DEV': 'false' },
    build: {
      write: false,
      target: 'es2020',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error(`Nothing was built of ${entry}`)
  return output.output[0].code.trim()
}

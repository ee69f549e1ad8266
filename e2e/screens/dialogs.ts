/**
 * `npm run screens:dialogs`: opens every dialog, drawer and menu of the pages of each role, in English and Arabic, and
 * checks it with axe, light and dark. `-- --viewer student` and `--language ar` select a part. Fails if there is a
 * violation.
 */
import { parseArgs } from 'node:util'
import { isLanguage } from '#lib/languages/languages.ts'
import { checkLayers } from '../harness/open-dialogs.ts'
import { viewers } from '../harness/site-map.ts'
import { withDemoProduct } from './demo-screens.ts'

/** Number of parallel browser profiles. */
const profiles = 3

const { values: options } = parseArgs({
  options: {
    viewer: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    page: { type: 'string', multiple: true },
  },
})
const walks = viewers
  .filter((viewer) => options.viewer?.includes(viewer) ?? true)
  .flatMap((viewer) =>
    (options.language ?? ['en', 'ar']).filter(isLanguage).map((language) => ({ viewer, language })),
  )

await withDemoProduct(async (of) => {
  const open = [...walks]
  const found: string[] = []
  const work = async () => {
    for (let walk = open.shift(); walk; walk = open.shift()) {
      const { viewer, language } = walk
      const { opened, violations } = await checkLayers(of, {
        ...walk,
        ...(options.page && { pages: options.page }),
      })
      process.stdout.write(`${viewer} ${language}: ${opened.length} opened\n`)
      found.push(...violations.map((violation) => `${viewer} ${language} ${violation}`))
    }
  }
  await Promise.all(Array.from({ length: profiles }, work))
  process.stdout.write(`${found.map((one) => `${one}\n`).join('')}${found.length} violations\n`)
  if (found.length > 0) process.exitCode = 1
})

import type { ResourceLanguage } from 'i18next'
import { namespaceOf } from './create-i18n.ts'

const files = import.meta.glob<ResourceLanguage>(
  ['/src/*/screens/locales/**/*.json', '/src/ui/locales/**/*.json'],
  {
    import: 'default',
  },
)

const loaders = new Map<string, () => Promise<ResourceLanguage>>()
for (const [file, load] of Object.entries(files)) {
  const { language, namespace } = namespaceOf(file)
  loaders.set(`${language}/${namespace}`, load)
}

/** Loads one namespace of one language from its own file. */
export async function loadMessages(language: string, namespace: string): Promise<ResourceLanguage> {
  const load = loaders.get(`${language}/${namespace}`)
  if (!load) throw new Error(`There are no texts ${namespace} in ${language}`)
  return load()
}

import type { ResourceLanguage } from 'i18next'
import { namespaceOf } from './create-i18n.ts'

const files = import.meta.glob<ResourceLanguage>(
  ['/src/*/screens/locales/**/*.json', '/src/ui/locales/**/*.json'],
  {
    eager: true,
    import: 'default',
  },
)

/** All texts by language and namespace. */
export const allMessages: Record<string, ResourceLanguage> = {}

for (const [file, texts] of Object.entries(files)) {
  const { language, namespace } = namespaceOf(file)
  allMessages[language] = { ...allMessages[language], [namespace]: texts }
}

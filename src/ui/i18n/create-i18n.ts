import { createInstance, type BackendModule, type i18n, type ResourceLanguage } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { directionOf, languages, type Language } from '#lib/languages/languages.ts'

const settings = {
  fallbackLng: 'en',
  supportedLngs: languages,
  defaultNS: 'ui',
  ns: ['ui'],
  returnNull: false,
}

/**
 * Right to left, each value is isolated (U+2068, U+2069): otherwise «₦500» after an Arabic word becomes «500₦». Nothing else is
 * escaped, because React escapes what it renders.
 */
const interpolationOf = (language: string) => ({
  escapeValue: directionOf(language) === 'rtl',
  escape: (value: string) => `\u2068${value}\u2069`,
})

/** Creates an instance with all texts loaded, for the server. */
export function createI18n(language: Language, resources: Record<string, ResourceLanguage>): i18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init({
    ...settings,
    interpolation: interpolationOf(language),
    lng: language,
    resources,
    initAsync: false,
  })
  return instance
}

export type LoadNamespace = (language: string, namespace: string) => Promise<ResourceLanguage>

/** Creates an instance for the browser that loads each namespace on first use. */
export async function createLazyI18n(
  language: Language,
  namespaces: string[],
  load: LoadNamespace,
): Promise<i18n> {
  // With two parameters i18next would take the promise for the result.
  const backend = {
    type: 'backend' as const,
    init() {},
    read: (lng: string, namespace: string) => load(lng, namespace),
  } as unknown as BackendModule
  const instance = createInstance()
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      ...settings,
      interpolation: interpolationOf(language),
      lng: language,
      // Every language is complete; a test checks this.
      fallbackLng: language,
      ns: namespaces,
      react: { useSuspense: true },
    })
  return instance
}

/** Returns language and namespace of a texts file: the folder of the domain, or the folder within `locales`. */
export function namespaceOf(file: string): { language: string; namespace: string } {
  const [, domain = '', own] = /\/src\/([^/]+)\/(?:screens\/)?(?:locales\/([^/]+)\/)?/.exec(file) ?? []
  const [, language = ''] = /([^/]+)\.json$/.exec(file) ?? []
  return { language, namespace: own ?? domain }
}

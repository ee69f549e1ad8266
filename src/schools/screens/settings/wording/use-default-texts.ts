import { useQuery } from '@tanstack/react-query'
import { connectionLostError, type ApiError } from '#platform/client/api/api-error.ts'
import type { Language } from '#lib/languages/languages.ts'
import { wordingTexts, type WordingText } from '#lib/wording/wording-texts.ts'
import { loadMessages } from '#ui/i18n/lazy-texts.ts'

export type DefaultTexts = Record<WordingText, string>

/** The replaceable texts as the interface has them in a language. */
export const useDefaultTexts = (language: Language) =>
  useQuery<DefaultTexts, ApiError>({
    queryKey: ['default texts', language],
    queryFn: () =>
      loadDefaults(language).catch(() => {
        throw connectionLostError()
      }),
    staleTime: Infinity,
  })

async function loadDefaults(language: Language): Promise<DefaultTexts> {
  const namespaces = [...new Set(wordingTexts.map((name) => name.split(':')[0]!))]
  const texts = Object.fromEntries(
    await Promise.all(
      namespaces.map(async (namespace) => [namespace, await loadMessages(language, namespace)] as const),
    ),
  )
  return Object.fromEntries(wordingTexts.map((name) => [name, textOf(texts, name)])) as DefaultTexts
}

const textOf = (texts: Record<string, unknown>, name: WordingText) =>
  name.split(/[:.]/).reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], texts) as string

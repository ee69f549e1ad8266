import type { ResourceLanguage } from 'i18next'
import { textsFolder } from 'virtual:text-files'

/** Loads one namespace of one language from its own file. */
export async function loadMessages(language: string, namespace: string): Promise<ResourceLanguage> {
  const answer = await fetch(`${textsFolder}/${language}/${namespace}.json`, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`The texts ${namespace} in ${language} answered ${answer.status}`)
  return (await answer.json()) as ResourceLanguage
}

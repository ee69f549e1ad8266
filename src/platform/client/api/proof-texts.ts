import { languageOr, type Language } from '#lib/languages/languages.ts'

/**
 * What a page says while its browser computes a proof of work, by language. It is part of the worker: the texts of the
 * login page are within bytes of their budget, and nearly nobody needs this one.
 */
const texts: Record<Language, (seconds: number) => string> = {
  ar: (seconds: number) => `فحص أمان: نحو ${seconds} ثانية. يُرجى الانتظار.`,
  en: (seconds: number) => `Security check: about ${seconds} s. Please wait.`,
  fr: (seconds: number) => `Contrôle de sécurité : environ ${seconds} s. Veuillez patienter.`,
}

/** The notice for about so many seconds; English for a language of no interface. */
export const proofText = (language: string, seconds: number) =>
  texts[languageOr(language)](Math.max(1, Math.round(seconds)))

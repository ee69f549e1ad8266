/**
 * What a page says while its browser computes a proof of work, by language. It is part of the worker: the texts of the
 * login page are within bytes of their budget, and nearly nobody needs this one.
 */
const texts = {
  en: (seconds: number) => `Security check: about ${seconds} s. Please wait.`,
  fr: (seconds: number) => `Contrôle de sécurité : environ ${seconds} s. Veuillez patienter.`,
}

/** The notice for about so many seconds, in French or English. */
export const proofText = (language: string, seconds: number) =>
  texts[language === 'fr' ? 'fr' : 'en'](Math.max(1, Math.round(seconds)))

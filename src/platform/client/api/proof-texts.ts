import { languageOr, type Language } from '#lib/languages/languages.ts'

/**
 * What a page says while its browser computes a proof of work, by language. It is part of the worker: the texts of the
 * login page are within bytes of their budget, and nearly nobody needs this one.
 */
const texts: Record<Language, (seconds: number) => string> = {
  am: (seconds: number) => `የደህንነት ፍተሻ፦ ${seconds} ሰከንድ ገደማ። እባክዎ ይጠብቁ።`,
  ar: (seconds: number) => `فحص أمان: نحو ${seconds} ثانية. يُرجى الانتظار.`,
  en: (seconds: number) => `Security check: about ${seconds} s. Please wait.`,
  es: (seconds: number) => `Control de seguridad: unos ${seconds} s. Espere, por favor.`,
  fr: (seconds: number) => `Contrôle de sécurité : environ ${seconds} s. Veuillez patienter.`,
  ha: (seconds: number) => `Binciken tsaro: kusan daƙiƙa ${seconds}. Da fatan za a jira.`,
  ig: (seconds: number) => `Nlele nchekwa: ihe dị ka sekọnd ${seconds}. Biko chere.`,
  pt: (seconds: number) => `Verificação de segurança: cerca de ${seconds} s. Aguarde, por favor.`,
  sw: (seconds: number) => `Ukaguzi wa usalama: takriban sekunde ${seconds}. Tafadhali subiri.`,
  yo: (seconds: number) => `Àyẹ̀wò ààbò: nǹkan bí ìṣẹ́jú àáyá ${seconds}. Ẹ jọ̀wọ́ ẹ dúró.`,
}

/** The notice for about so many seconds; English for a language of no interface. */
export const proofText = (language: string, seconds: number) =>
  texts[languageOr(language)](Math.max(1, Math.round(seconds)))

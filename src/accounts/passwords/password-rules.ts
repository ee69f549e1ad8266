/** Words of the most common passwords, alone or with a few digits and signs. */
const commonWords = new Set(
  `password passwort passw0rd p@ssw0rd p@ssword motdepasse qwerty qwertyui qwertyuiop azerty azertyuiop asdfghjk asdfghjkl
  zxcvbnm letmein welcome bienvenue iloveyou jetaime sunshine princess football baseball basketball superman batman
  dragon monkey shadow master trustno1 starwars whatever computer internet samsung liverpool chelsea arsenal michael
  jennifer jordan charlie ashley thomas daniel jessica admin administrator administrateur student teacher school lyceum
  changeme default secret abc abcd abcde abcdef abcdefg abcdefgh test testing hello bonjour soleil doudou loulou
  1q2w3e4r 1qaz2wsx q1w2e3r4 zaq12wsx`.split(/\s+/),
)

/** Whether the password is a common one or derived from texts about the person. */
export function isGuessable(password: string, personalTexts: (string | null | undefined)[]): boolean {
  const text = password.toLowerCase()
  if (new Set(text).size < 4 || isSequence(text)) return true
  const core = text.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '')
  if (commonWords.has(text) || commonWords.has(core) || core === '') return core !== '' || text.length < 12
  const names = personalTexts.flatMap((value) =>
    value ? [value.toLowerCase(), ...value.toLowerCase().split('@').slice(0, 1)] : [],
  )
  return names.some((name) => name.length > 3 && (text === name || core === name))
}

/** Each character is the previous one plus one, or minus one: `12345678`, `hgfedcba`. */
function isSequence(text: string) {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index),
  )
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

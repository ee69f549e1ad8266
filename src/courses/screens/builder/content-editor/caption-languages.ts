/** Common languages of instruction; those of the main markets first. */
const codes = (
  'en fr yo ha ig sw am ar pt zu xh af so rw ln wo tw pcm ' +
  'es de it nl pl ru uk tr fa ur hi bn id vi ja ko zh'
).split(' ')

/** Language names in the user's language, sorted. */
export function languageChoices(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}

/** Name of a language in that language, for viewers. */
export function nativeLanguageName(code: string) {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Languages that schools teach in most often; the first ones where the product is at home. */
const codes = (
  'en fr yo ha ig sw am ar pt zu xh af so rw ln wo tw pcm ' +
  'es de it nl pl ru uk tr fa ur hi bn id vi ja ko zh'
).split(' ')

/** Each by its name in the reader's language, in the order of its alphabet. */
export function languageChoices(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}

/** What its speakers call a language: a viewer looks for that. */
export function nativeLanguageName(code: string) {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

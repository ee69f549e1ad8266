/** Letters of one text that are kept. */
export const maxLetters = 2_000

/** Collects what stands in `t` elements, up to a bound. Phonetic guides beside a text are no part of it. */
export function textCollector() {
  let collected = ''
  let inText = false
  let inPhonetic = false
  return {
    open(name: string) {
      if (name === 't') inText = true
      if (name === 'rPh') inPhonetic = true
    },
    text(part: string) {
      if (inText && !inPhonetic && collected.length < maxLetters)
        collected += part.slice(0, maxLetters - collected.length)
    },
    close(name: string) {
      if (name === 't') inText = false
      if (name === 'rPh') inPhonetic = false
    },
    take() {
      const whole = collected
      collected = ''
      return whole
    },
  }
}

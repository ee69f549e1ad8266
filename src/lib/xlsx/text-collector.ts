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
      const text = collected
      collected = ''
      return unescapeText(text)
    },
  }
}

/** Underscores and line ends that a text escapes (ST_Xstring, ECMA-376 Part 1, §22.9.2.19). No other character needs it. */
const unescapeText = (text: string) =>
  text.replace(/_x(005F|0009|000A|000D)_/gi, (_escape, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )

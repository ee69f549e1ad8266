/** Maximum number of characters stored of one text. */
export const maxLetters = 2_000

/** Collects the text of `t` elements, up to `maxLetters`. Phonetic guides are omitted. */
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

/**
 * Decodes escaped underscores and line ends (ST_Xstring, ECMA-376 Part 1, §22.9.2.19). No other character is
 * escaped.
 */
const unescapeText = (text: string) =>
  text.replace(/_x(005F|0009|000A|000D)_/gi, (_escape, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  )

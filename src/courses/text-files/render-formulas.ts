import katex from 'katex'

/** Maximum number and length of the formulas of one text that are shown as formulas, in 30 ms. */
const maxFormulas = 150
const maxLength = 1_000

const formula = /<(span|div) data-block="formula">([^<]*)<\/\1>/g

/** Replaces the TeX of a sanitised text by MathML, which browsers and screen readers read without a script. */
export function renderFormulas(html: string): string {
  if (!html.includes('data-block="formula"')) return html
  let count = 0
  return html.replace(formula, (whole, tag: string, tex: string) => {
    if (++count > maxFormulas || tex.length > maxLength || tex.trim() === '') return whole
    const source = tex.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    const { math, isValid } = mathFor(source, tag === 'div')
    return isValid ? `<${tag} data-block="formula" data-tex="${attribute(source)}">${math}</${tag}>` : whole
  })
}

function mathFor(tex: string, displayMode: boolean) {
  try {
    const math = katex.renderToString(tex, {
      output: 'mathml',
      displayMode,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 100,
      maxSize: 20,
    })
    return { math, isValid: true }
  } catch {
    // An invalid formula is shown as its author wrote it.
    return { math: '', isValid: false }
  }
}

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

import type { ElementContent, Root } from 'hast'
import { createLowlight } from 'lowlight'
import { codeLanguages } from '#lib/code-languages/code-languages.ts'

const lowlight = createLowlight(codeLanguages)

/**
 * Maximum length of the code that is highlighted in one text, which takes up to 60 ms, once per text and process. The
 * rest is shown without colours.
 */
const maxHighlighted = 10_000

const codeBlock = /<pre><code class="language-([a-z0-9+#-]{1,30})">([^<]*)<\/code><\/pre>/g

/** Highlights the code of a sanitised text. The colours are classes; the text stays the same. */
export function renderCode(html: string): string {
  if (!html.includes('<pre><code class="language-')) return html
  let length = 0
  return html.replace(codeBlock, (whole, language: string, code: string) => {
    length += code.length
    if (length > maxHighlighted || !lowlight.registered(language)) return whole
    const text = code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
    const tree = lowlight.highlight(language, text.replaceAll('&amp;', '&'))
    return `<pre><code class="language-${language}">${written(tree)}</code></pre>`
  })
}

function written({ children }: Root | Extract<ElementContent, { type: 'element' }>): string {
  return children
    .map((node) => {
      if (node.type === 'text') return escaped(node.value)
      if (node.type !== 'element') return ''
      const names = (node.properties.className as string[]).join(' ')
      return `<span class="${names}">${written(node)}</span>`
    })
    .join('')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

import { describe, expect, test } from 'vitest'
import { sanitizeArticle } from '#platform/security/sanitize-article.ts'
import { renderCode } from './render-code.ts'
import { renderEmbeds } from './render-embeds.ts'
import { renderFormulas } from './render-formulas.ts'

test('highlights code without changing its text', () => {
  const html = '<pre><code class="language-javascript">const a = "&lt;b&gt;" &amp;&amp; 1</code></pre>'
  const shown = renderCode(html)
  expect(shown).toContain('<span class="hljs-keyword">const</span>')
  expect(sanitizeArticle(shown).replace(/<\/?span>/g, '')).toBe(html)
  for (const other of [
    '<pre><code>const a</code></pre>',
    '<pre><code class="language-klingon">const</code></pre>',
  ])
    expect(renderCode(other)).toBe(other)
})

test('leaves long code without colours', () => {
  const long = `<pre><code class="language-javascript">${'const a\n'.repeat(2_000)}</code></pre>`
  expect(renderCode(long)).toBe(long)
})

describe('shows formulas as MathML', () => {
  test('with the TeX for the editor', () => {
    const shown = renderFormulas('<p>a <span data-block="formula">x &lt; "y"</span></p>')
    expect(shown).toMatch(
      /^<p>a <span data-block="formula" data-tex="x &lt; &quot;y&quot;"><span class="katex"><math/,
    )
    expect(renderFormulas('<div data-block="formula">x^2</div>')).toContain('display="block"')
  })

  test.each(['\\frac{1}', '\\href{javascript:alert(1)}{x}', '\\def\\a{\\a\\a}\\a', '\\includegraphics{x}'])(
    'not %s',
    (tex) => {
      const html = `<span data-block="formula">${tex}</span>`
      const shown = renderFormulas(html)
      expect(shown).not.toMatch(/href=|<img/)
      expect(shown === html || shown.includes('<math')).toBe(true)
    },
  )
})

test('adds frames of supported sites only', () => {
  const figure = (href: string) => `<figure data-block="embed"><a href="${href}">page</a></figure>`
  expect(renderEmbeds(figure('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'))).toMatch(
    /<iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ" title="YouTube" loading="lazy"/,
  )
  const other = figure('https://evil.example/')
  expect(renderEmbeds(other)).toBe(other)
})

/** A random document as the editor writes it. */
function randomDocument(random: () => number): string {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  const id = '01890000-0000-7000-8000-000000000000'
  const words = () =>
    pick(['a &lt; b', 'Mehl &amp; Wasser', 'خبز', '<strong>c</strong>', '<code>d</code>', 'e<br />f'])
  const image = () =>
    `<figure data-block="image"${pick(['', ' data-width="50"', ' data-width="25" data-align="end"'])}><img src="/media/private/${id}" width="4" height="3" alt="${pick(['', 'x &quot;y&quot;'])}" loading="lazy" />${pick(['', '<figcaption>g</figcaption>'])}</figure>`
  const media = (tag: 'video' | 'audio') =>
    `<figure data-block="${tag}"><${tag} src="/media/private/${id}" controls="controls" preload="metadata"${tag === 'video' ? ' playsinline="playsinline"' : ''}></${tag}></figure>`
  const many = (count: number, make: () => string) => Array.from({ length: count }, make).join('')
  const block = (depth: number): string => {
    const inner = () =>
      depth > 3 ? `<p>${words()}</p>` : many(1 + Math.floor(random() * 2), () => block(depth + 1))
    const count = pick([2, 3])
    return pick([
      () => `<p>${words()} <span data-block="formula">x^2 &lt; 3</span></p>`,
      () => `<h2>${words()}</h2>`,
      () => `<ul><li>${inner()}</li></ul>`,
      () => `<blockquote>${inner()}</blockquote>`,
      () => '<pre><code class="language-sql">select 1 &lt; 2</code></pre>',
      () => '<hr />',
      () => image(),
      () => media('video'),
      () => media('audio'),
      () => `<p data-block="file"><a href="/media/private/${id}">a.pdf (1 kB)</a></p>`,
      () =>
        '<figure data-block="embed"><a href="https://player.vimeo.com/video/12345?dnt=1" rel="noopener nofollow" target="_blank">v</a></figure>',
      () => '<div data-block="formula">\\frac{1}{2}</div>',
      () =>
        `<div data-block="callout" data-tone="${pick(['info', 'tip', 'warning'])}" role="note">${inner()}</div>`,
      () =>
        `<div data-block="columns" data-count="${count}">${many(count, () => `<div data-block="column">${inner()}</div>`)}</div>`,
      () => `<div data-block="gallery">${many(2, image)}</div>`,
      () => `<table><tbody><tr><th><p>${words()}</p></th></tr></tbody></table>`,
    ])()
  }
  return many(4, () => block(0))
}

test('the sanitiser leaves each document of the editor unchanged', () => {
  let seed = 7
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  for (let n = 0; n < 300; n++) {
    const html = randomDocument(random)
    expect(sanitizeArticle(html)).toBe(html)
  }
})

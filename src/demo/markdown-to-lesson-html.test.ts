import { expect, test } from 'vitest'
import { markdownToLessonHtml, splitByHeading } from './markdown-to-lesson-html.ts'

test.each([
  ['two lines\nof one paragraph', '<p>two lines of one paragraph</p>'],
  ['## A heading\ntext', '<h2>A heading</h2><p>text</p>'],
  ['- one\n- *two*', '<ul><li><p>one</p></li><li><p><em>two</em></p></li></ul>'],
  ['1. one\n2. **two**', '<ol><li><p>one</p></li><li><p><strong>two</strong></p></li></ol>'],
  ['> said\n> twice', '<blockquote><p>said twice</p></blockquote>'],
  [
    '| a | b |\n|---|---|\n| 1 | `x` |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>x</code></td></tr></tbody></table>',
  ],
  ['`a * b * c` & <b>', '<p><code>a * b * c</code> &amp; &lt;b&gt;</p>'],
])('%j', (source, html) => {
  expect(markdownToLessonHtml(source)).toBe(html)
})

test('keeps code unchanged, including empty lines', () => {
  expect(markdownToLessonHtml('```\nif a < b:\n\n    # no *emphasis*\n```')).toBe(
    '<pre><code>if a &lt; b:\n\n    # no *emphasis*</code></pre>',
  )
})

test('splits a file at its headings, but not within code', () => {
  const parts = splitByHeading('# One\ntext\n```\n# a comment\n```\n# Two\nmore\n')
  expect([...parts]).toEqual([
    ['One', 'text\n```\n# a comment\n```'],
    ['Two', 'more'],
  ])
  expect(() => splitByHeading('# One\n# One\n')).toThrow('stands twice')
})

import { expect, test } from 'vitest'
import { parseCues, maxCues } from './caption-cues.ts'

const cue = (text: string) => parseCues(`WEBVTT\n\n00:01.000 --> 00:02.500\n${text}\n`)[0]!.text

test('parses times and skips cue names, settings, notes and styles', () => {
  const vtt = `\ufeffWEBVTT - the film\r
Kind: captions\r
\r
NOTE a --> b is no time\r
and goes on\r
\r
STYLE\r
::cue { color: red }\r
\r
intro\r
00:01.000 --> 00:02.500 align:start position:0%\r
One\r
and a half\r
\r
2\r
01:00:00.250 --> 01:00:01.000\r
Later\r
\r
00:00:00.500 --> 00:00:00.900\r
First`
  expect(parseCues(vtt)).toEqual([
    { from: 0.5, to: 0.9, text: 'First' },
    { from: 1, to: 2.5, text: 'One\nand a half' },
    { from: 3600.25, to: 3601, text: 'Later' },
  ])
})

test.each([
  ['<v Mary Ọ̀ṣun>Hello', 'Mary Ọ̀ṣun: Hello'],
  ['<c.loud><b>a</b></c> <00:00:01.500>b', 'a b'],
  ['a &lt;b&gt; &amp;amp; &lrm;c&nbsp;d', 'a <b> &amp; \u200ec d'],
  ['<script>x()</script>', 'x()'],
  [String.raw`{\an8}up there`, 'up there'],
  ['1 < 2', '1 < 2'],
  ['مرحبا', 'مرحبا'],
])('reads %s as text', (payload, words) => {
  expect(cue(payload)).toBe(words)
})

test.each([
  ['nothing', 'WEBVTT\n', 'captions_invalid', 1],
  ['a time that ends before it begins', 'WEBVTT\n\n00:05.000 --> 00:04.000\na', 'captions_invalid', 3],
  ['a time that is none', 'WEBVTT\n\n00:01.000 --> soon\na', 'captions_invalid', 3],
  ['a minute of seventy seconds', 'WEBVTT\n\n00:70.000 --> 02:00.000\na', 'captions_invalid', 3],
  ['a book in one line', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'a'.repeat(2_001)}`, 'captions_too_long', 4],
  [
    'too many lines',
    `WEBVTT\n${'\n00:01.000 --> 00:02.000\na\n'.repeat(maxCues + 1)}`,
    'captions_too_long',
    undefined,
  ],
])('refuses %s', (_name, vtt, code, line) => {
  const refused = (() => {
    try {
      return parseCues(vtt)
    } catch (error) {
      return error
    }
  })()
  expect(refused).toMatchObject({ code, details: { extra: line ? { line } : {} } })
})

test.each([
  '<v.'.repeat(6_000),
  '<'.repeat(19_000),
  '&lt;'.repeat(4_000),
  '{\\'.repeat(9_000),
  ' \t'.repeat(9_000),
])('handles hostile input quickly', (payload) => {
  const started = performance.now()
  try {
    cue(`${payload}x`)
  } catch {
    // Both results are fine.
  }
  expect(performance.now() - started).toBeLessThan(500)
})

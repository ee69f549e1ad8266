import { describe, expect, test } from 'vitest'
import { parseEmbed, embedOrigins, embedUrl } from './index.ts'

const doc = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdefg'
const loom = '0123456789abcdef0123456789abcdef'
const track = '6rqhFgbbKwnb9MLmUQDhG6'

const supportedLinks: [pasted: string, embed: string][] = [
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['http://youtu.be/dQw4w9WgXcQ?t=1m30s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90'],
  [
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=42',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42',
  ],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?si=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  [
    'https://www.youtube.com/playlist?list=PLabcdefghijklmnop',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijklmnop',
  ],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  [`https://www.loom.com/share/${loom}?sid=1`, `https://www.loom.com/embed/${loom}`],
  [`https://www.loom.com/share/My-title-${loom}`, `https://www.loom.com/embed/${loom}`],
  [
    `https://docs.google.com/document/d/${doc}/edit?usp=sharing`,
    `https://docs.google.com/document/d/${doc}/preview`,
  ],
  [`https://docs.google.com/u/0/document/d/${doc}/edit`, `https://docs.google.com/document/d/${doc}/preview`],
  [
    `https://docs.google.com/presentation/d/${doc}/edit#slide=id.p`,
    `https://docs.google.com/presentation/d/${doc}/embed`,
  ],
  [
    `https://docs.google.com/presentation/d/e/${doc}/pub?start=true`,
    `https://docs.google.com/presentation/d/e/${doc}/embed`,
  ],
  [
    `https://docs.google.com/forms/d/e/${doc}/viewform`,
    `https://docs.google.com/forms/d/e/${doc}/viewform?embedded=true`,
  ],
  [
    `https://docs.google.com/spreadsheets/d/${doc}/edit#gid=0`,
    `https://docs.google.com/spreadsheets/d/${doc}/preview`,
  ],
  [`https://drive.google.com/file/d/${doc}/view`, `https://drive.google.com/file/d/${doc}/preview`],
  ['https://codepen.io/team_a/pen/PNaGbb', 'https://codepen.io/team_a/embed/PNaGbb?default-tab=result'],
  [
    'https://www.figma.com/file/aBcDeFgHiJkLmNoPqRsT/My-file?node-id=12%3A34',
    'https://embed.figma.com/design/aBcDeFgHiJkLmNoPqRsT?embed-host=share&node-id=12-34',
  ],
  [
    'https://soundcloud.com/forss/flickermood',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood',
  ],
  [`https://open.spotify.com/intl-fr/track/${track}?si=1`, `https://open.spotify.com/embed/track/${track}`],
  [
    'https://calendly.com/a-teacher/office-hours?month=2026-11',
    'https://calendly.com/a-teacher/office-hours',
  ],
]

test.each(supportedLinks)('%s', (pasted, embed) => {
  expect(embedUrl(pasted)).toBe(embed)
  expect(embedUrl(embed), 'an answer given in again').toBe(embed)
  expect(embedOrigins).toContain(new URL(embed).origin)
})

test('returns the provider and the aspect ratio', () => {
  expect(parseEmbed('https://vimeo.com/76979871')).toEqual({
    provider: 'Vimeo',
    url: 'https://player.vimeo.com/video/76979871?dnt=1',
    ratio: 16 / 9,
  })
  expect(parseEmbed(`https://open.spotify.com/track/${track}`)?.ratio).toBeNull()
})

describe('rejects', () => {
  test.each([
    '',
    'no address',
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'data:text/html,<script>alert(1)</script>',
    'ftp://youtube.com/watch?v=dQw4w9WgXcQ',
    '//youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil-youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example/?https://youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
    'https://user:word@youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?v="><script>',
    'https://youtube.com/redirect?q=https://evil.example',
    'https://vimeo.com/about',
    'https://www.loom.com/share/short',
    'https://docs.google.com/constructor/d/aaaaaaaaaaaaaaaaaaaaaaaaaa/edit',
    'https://docs.google.com/document/u/0/?tgif=d',
    'https://codepen.io/team/pen/..%2f..%2fapi',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fevil.example%2Fa%2Fb',
    'https://open.spotify.com/user/somebody',
    `https://calendly.com/${'a'.repeat(3000)}`,
  ])('%s', (pasted) => {
    expect(embedUrl(pasted)).toBeNull()
  })
})

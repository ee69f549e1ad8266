import { seededRandom, type Random } from '../../src/demo/random.ts'

const colours = {
  night: '#0a2e23',
  green: '#0b6b4b',
  leaf: '#2f9b70',
  mint: '#bfe3cf',
  cream: '#fbf3e2',
  amber: '#f2a541',
  clay: '#b4520a',
}
type Colour = keyof typeof colours

const side = 160

/** One tile of a pattern like printed cotton. */
function tile(random: Random, x: number, y: number, palette: Colour[]) {
  const [ground, ink] = twoOf(random, palette)
  const turn = random.between(0, 3) * 90
  const half = side / 2
  const shapes = [
    `<path d="M0 0H${side}A${side} ${side} 0 0 1 0 ${side}Z" fill="${ink}"/>`,
    `<path d="M0 0H${side}A${side} ${side} 0 0 1 0 ${side}Z" fill="${ink}"/><path d="M0 0H${half}A${half} ${half} 0 0 1 0 ${half}Z" fill="${ground}"/>`,
    `<circle cx="${half}" cy="${half}" r="${half - 14}" fill="${ink}"/><circle cx="${half}" cy="${half}" r="${half / 2.6}" fill="${ground}"/>`,
    `<path d="M0 ${half}A${half} ${half} 0 0 1 ${side} ${half}Z" fill="${ink}"/><path d="M0 ${side}A${half} ${half} 0 0 1 ${side} ${side}Z" fill="${ink}"/>`,
    `<path d="M${half} 0L${side} ${half}L${half} ${side}L0 ${half}Z" fill="${ink}"/>`,
    [0, 1, 2, 3].map((n) => `<rect x="0" y="${n * 40}" width="${side}" height="20" fill="${ink}"/>`).join(''),
    [0, 1, 2, 3]
      .flatMap((row) =>
        [0, 1, 2, 3].map(
          (column) => `<circle cx="${20 + column * 40}" cy="${20 + row * 40}" r="9" fill="${ink}"/>`,
        ),
      )
      .join(''),
  ]
  return `<g transform="translate(${x} ${y}) rotate(${turn} ${half} ${half})"><rect width="${side + 1}" height="${side + 1}" fill="${ground}"/>${random.pick(shapes)}</g>`
}

function twoOf(random: Random, palette: Colour[]) {
  const ground = random.pick(palette)
  const ink = random.pick(palette.filter((colour) => colour !== ground))
  return [colours[ground], colours[ink]] as const
}

const mono = (text: string, size: number) =>
  `<text x="160" y="${160 + size * 0.34}" text-anchor="middle" font-family="JetBrains Mono" font-weight="700" font-size="${size}" fill="${colours.cream}">${text}</text>`

const line = (d: string, colour: string, width = 18) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

const dot = (x: number, y: number, colour: string, r = 24) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`

function table() {
  const rows = [96, 144, 192, 240].map((y, row) =>
    [70, 135, 200]
      .map(
        (x, column) =>
          `<rect x="${x}" y="${y - 20}" width="52" height="34" rx="6" fill="${row === 0 ? colours.amber : row === 2 && column === 1 ? colours.leaf : colours.cream}"/>`,
      )
      .join(''),
  )
  return rows.join('')
}

/** Drawn in a square of 320. */
const symbols: Record<string, string> = {
  'python-from-zero': mono('&gt;&gt;&gt;', 128),
  'first-website': mono('&lt;/&gt;', 128),
  'javascript-for-the-browser': mono('{ }', 140),
  'sql-for-decisions': table(),
  'git-for-teams':
    line('M110 70V250M110 200C110 150 210 170 210 110', colours.cream) +
    dot(110, 70, colours.amber) +
    dot(110, 250, colours.amber) +
    dot(210, 104, colours.leaf),
  'android-apps':
    `<rect x="100" y="50" width="120" height="220" rx="22" fill="none" stroke="${colours.cream}" stroke-width="14"/>` +
    line('M130 150C150 128 170 128 190 150', colours.amber, 13) +
    line('M145 178C154 168 166 168 175 178', colours.amber, 13) +
    dot(160, 205, colours.amber, 9) +
    line('M118 228L204 96', colours.clay, 12),
}

const looks: Record<string, { palette: Colour[]; at: [number, number]; seed: number }> = {
  'python-from-zero': { palette: ['green', 'mint', 'amber', 'night'], at: [480, 200], seed: 11 },
  'first-website': { palette: ['amber', 'cream', 'clay', 'green'], at: [480, 200], seed: 23 },
  'javascript-for-the-browser': { palette: ['night', 'amber', 'leaf', 'cream'], at: [480, 200], seed: 37 },
  'sql-for-decisions': { palette: ['leaf', 'mint', 'green', 'cream'], at: [480, 200], seed: 41 },
  'git-for-teams': { palette: ['clay', 'cream', 'night', 'amber'], at: [480, 200], seed: 59 },
  'android-apps': { palette: ['mint', 'cream', 'leaf', 'amber'], at: [480, 200], seed: 61 },
}

function pattern(random: Random, palette: Colour[], width: number, height: number) {
  const tiles: string[] = []
  for (let y = -40; y < height; y += side)
    for (let x = 0; x < width; x += side) tiles.push(tile(random, x, y, palette))
  return tiles.join('')
}

export function codecraftCover(slug: string) {
  const { palette, at, seed } = looks[slug]!
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
    ${pattern(seededRandom(seed), palette, 1280, 720)}
    <g transform="translate(${at[0]} ${at[1]})"><rect width="321" height="321" fill="${colours.night}"/>${symbols[slug]}</g></svg>`
}

/** Banner of the school: the pattern fades to the left, where text will be. */
export function codecraftBanner() {
  const random = seededRandom(2017)
  const tiles: string[] = []
  for (let y = -40; y < 800; y += side)
    for (let x = 0; x < 1600; x += side)
      if (random.chance((x - 300) / 900))
        tiles.push(tile(random, x, y, ['green', 'leaf', 'amber', 'night', 'mint']))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="1600" height="800" fill="${colours.night}"/>${tiles.join('')}</svg>`
}

export const codecraftLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
  <rect x="8" y="8" width="240" height="240" rx="60" fill="${colours.green}"/>
  <path d="M150 78A60 60 0 1 0 150 178" fill="none" stroke="${colours.cream}" stroke-width="26" stroke-linecap="round"/>
  <path d="M158 102L190 128L158 154" fill="none" stroke="${colours.amber}" stroke-width="22" stroke-linecap="round" stroke-linejoin="round"/></svg>`

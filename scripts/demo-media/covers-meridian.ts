import { seededRandom } from '../../src/demo/random.ts'

const colours = {
  deep: '#0f1d42',
  navy: '#1e3a7b',
  steel: '#4f6fb5',
  pale: '#c9d6f2',
  white: '#f5f6fa',
  gold: '#e2b04a',
}

type Point = readonly [number, number]

const stroke = (points: Point[], colour: string, width = 3, opacity = 1) =>
  `<polyline points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round" stroke-linecap="round"/>`

const dot = ([x, y]: Point, r: number, fill: string, opacity = 1) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}" fill="${fill}" fill-opacity="${opacity}"/>`

/** A tree with one highlighted path. */
function tree() {
  const parts: string[] = []
  const position = (level: number, index: number): Point => [
    (1280 / 2 ** level) * (index + 0.5),
    110 + level * 126,
  ]
  const found = [0, 1, 2, 5, 11]
  for (let level = 0; level < 5; level++)
    for (let index = 0; index < 2 ** level; index++) {
      const [x, y] = position(level, index)
      const onPath = found[level] === index
      if (level > 0) {
        const parent = position(level - 1, index >> 1)
        parts.unshift(stroke([parent, [x, y]], onPath ? colours.gold : colours.steel, onPath ? 7 : 3))
      }
      parts.push(dot([x, y], [30, 25, 20, 16, 12][level]!, onPath ? colours.gold : colours.pale))
    }
  return parts.join('')
}

/** Ridges of many small samples, one above the other. */
function ridges() {
  const random = seededRandom(7)
  return Array.from({ length: 17 }, (_, row) => {
    const centre = 640 + random.between(-130, 130)
    const width = random.between(70, 150)
    const base = 150 + row * 34
    const points: Point[] = []
    for (let x = 40; x <= 1240; x += 10) {
      const bell = Math.exp(-(((x - centre) / width) ** 2)) * 118
      points.push([x, base - bell - random.next() * 7])
    }
    const colour = row === 9 ? colours.gold : colours.pale
    const body = `<polygon points="${points.map((p) => p.join(',')).join(' ')} 1240,${base + 6} 40,${base + 6}" fill="${colours.deep}"/>`
    return body + stroke(points, colour, row === 9 ? 5 : 2.4)
  }).join('')
}

/** Cases on a street map, denser around one pump. */
function outbreak() {
  const random = seededRandom(1854)
  const parts: string[] = []
  for (let n = -2; n < 12; n++) {
    parts.push(
      stroke(
        [
          [n * 130, -10],
          [n * 130 + 210, 730],
        ],
        colours.navy,
        20,
      ),
    )
    parts.push(
      stroke(
        [
          [-10, n * 96 + 60],
          [1290, n * 96 - 130],
        ],
        colours.navy,
        14,
      ),
    )
  }
  for (const r of [110, 220, 340])
    parts.push(
      `<circle cx="700" cy="370" r="${r}" fill="none" stroke="${colours.steel}" stroke-width="2" stroke-dasharray="4 10"/>`,
    )
  for (let n = 0; n < 330; n++) {
    const angle = random.next() * Math.PI * 2
    const far = 30 + random.next() ** 1.7 * 560
    parts.push(
      dot(
        [700 + Math.cos(angle) * far, 370 + Math.sin(angle) * far * 0.72],
        random.between(4, 9),
        colours.pale,
        0.9,
      ),
    )
  }
  return `${parts.join('')}${dot([700, 370], 26, colours.gold)}${dot([700, 370], 10, colours.deep)}`
}

function water() {
  const layers = [colours.steel, '#3a5aa0', colours.navy, '#182f66', colours.deep]
  const drawn = layers.map((fill, index) => {
    let d = `M0 ${300 + index * 88}`
    for (let x = 0; x <= 1280; x += 20)
      d += `L${x} ${(300 + index * 88 + Math.sin(x / (150 + index * 26) + index * 1.9) * (34 - index * 4)).toFixed(1)}`
    return `<path d="${d}V720H0Z" fill="${fill}"/>`
  })
  const random = seededRandom(210)
  const rain = Array.from({ length: 46 }, () => {
    const x = random.between(0, 1280)
    const y = random.between(-20, 260)
    return stroke(
      [
        [x, y],
        [x - 14, y + 52],
      ],
      random.chance(0.12) ? colours.gold : colours.white,
      4,
      0.85,
    )
  })
  return `<rect width="1280" height="720" fill="#8ea9dd"/>${rain.join('')}${drawn.join('')}`
}

/** Paragraphs with one highlighted sentence. */
function page() {
  const parts = [`<rect x="390" y="60" width="500" height="700" rx="10" fill="${colours.white}"/>`]
  const random = seededRandom(3)
  for (let line = 0; line < 17; line++) {
    const first = line % 6 === 0
    const last = line % 6 === 4
    if (line % 6 === 5) continue
    const length = last ? random.between(150, 260) : random.between(350, 392)
    parts.push(
      `<rect x="${first ? 480 : 444}" y="${120 + line * 36}" width="${first ? length - 36 : length}" height="14" rx="7" fill="${line === 6 ? colours.gold : colours.steel}" fill-opacity="${line === 6 ? 1 : 0.55}"/>`,
    )
  }
  return `<rect x="330" y="110" width="500" height="700" rx="10" fill="${colours.steel}" opacity=".35" transform="rotate(-5 580 400)"/>${parts.join('')}`
}

const height = (x: number, y: number) =>
  Math.sin(x / 190) * 1.2 +
  Math.cos(y / 150 + x / 420) * 1.1 +
  Math.sin((x + y) / 120) * 0.5 +
  Math.cos((x - 2 * y) / 260)

/** Contour lines by marching squares. */
function contours() {
  const step = 10
  const parts: string[] = []
  for (let level = -3; level <= 3; level += 0.3) {
    const segments: string[] = []
    for (let x = 0; x < 1280; x += step)
      for (let y = 0; y < 720; y += step) segments.push(crossing(x, y, step, level))
    const main = Math.abs(level - 0.9) < 0.01
    parts.push(
      `<path d="${segments.join('')}" fill="none" stroke="${main ? colours.gold : colours.pale}" stroke-width="${main ? 6 : 2}" stroke-opacity="${main ? 1 : 0.65}" stroke-linecap="round"/>`,
    )
  }
  return parts.join('')
}

function crossing(x: number, y: number, step: number, level: number) {
  const corners: [Point, number][] = (
    [
      [x, y],
      [x + step, y],
      [x + step, y + step],
      [x, y + step],
    ] as Point[]
  ).map((corner) => [corner, height(...corner) - level])
  const cuts: Point[] = []
  for (let side = 0; side < 4; side++) {
    const [from, a] = corners[side]!
    const [to, b] = corners[(side + 1) % 4]!
    if (a < 0 === b < 0) continue
    const share = a / (a - b)
    cuts.push([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share])
  }
  const [first, second] = cuts
  return first && second
    ? `M${first.map((n) => n.toFixed(1)).join(' ')}L${second.map((n) => n.toFixed(1)).join(' ')}`
    : ''
}

/** Seeds of a sunflower, some of them sampled. */
function sample() {
  const random = seededRandom(300)
  return Array.from({ length: 620 }, (_, n) => {
    const far = Math.sqrt(n) * 15.4
    const angle = n * 2.399963
    const chosen = random.chance(0.06)
    return dot(
      [640 + Math.cos(angle) * far * 1.6, 360 + Math.sin(angle) * far],
      chosen ? 11 : 6.5,
      chosen ? colours.gold : colours.pale,
      chosen ? 1 : 0.75,
    )
  }).join('')
}

const drawings: Record<string, () => string> = {
  'csc-112-algorithms': tree,
  'sta-101-statistics': ridges,
  'phe-204-epidemiology': outbreak,
  'env-210-water': water,
  'awc-100-writing': page,
  'gis-220-mapping': contours,
  'res-300-methods': sample,
}

export const meridianCover = (slug: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="${colours.deep}"/>${drawings[slug]!()}</svg>`

const arcs = (x: number, y: number, r: number) =>
  [1, 0.72, 0.4, 0]
    .map(
      (share) =>
        `<ellipse cx="${x}" cy="${y}" rx="${r * share}" ry="${r}" fill="none" stroke="${share === 0.4 ? colours.gold : colours.pale}" stroke-width="${share === 0.4 ? 6 : 2.5}"/>`,
    )
    .join('')

export function meridianBanner() {
  const parallels = [-0.75, -0.4, 0, 0.4, 0.75].map((share) => {
    const half = Math.sqrt(1 - share * share) * 430
    return `<ellipse cx="1180" cy="${400 + share * 430}" rx="${half}" ry="${half * 0.12}" fill="none" stroke="${colours.steel}" stroke-width="2"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="1600" height="800" fill="${colours.deep}"/><circle cx="1180" cy="400" r="430" fill="${colours.navy}"/>${parallels.join('')}${arcs(1180, 400, 430)}</svg>`
}

export const meridianLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><circle cx="128" cy="128" r="120" fill="${colours.navy}"/>
  <g fill="none" stroke="${colours.white}" stroke-width="9"><circle cx="128" cy="128" r="82"/><path d="M46 128H210M58 86H198M58 170H198"/></g>
  <ellipse cx="128" cy="128" rx="34" ry="82" fill="none" stroke="${colours.gold}" stroke-width="13"/></svg>`

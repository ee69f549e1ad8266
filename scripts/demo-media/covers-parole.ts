const colours = {
  clay: '#a33a1f',
  rust: '#d9673f',
  sand: '#f3d9b8',
  cream: '#fdf3e4',
  sea: '#1d5f78',
  sky: '#8fc1cf',
  ink: '#2c1b16',
  gold: '#e9a93b',
}

interface Bubble {
  x: number
  y: number
  width: number
  height: number
  fill: string
  /** Direction of the tail as a share of the width; negative points to the left. */
  tail: number
}

/** A speech bubble with round corners and a tail below. */
function bubble({ x, y, width, height, fill, tail }: Bubble) {
  const r = Math.min(width, height) * 0.34
  const foot = x + width * Math.abs(tail)
  const lean = tail < 0 ? -70 : 70
  return `<path fill="${fill}" d="M${x + r} ${y}H${x + width - r}A${r} ${r} 0 0 1 ${x + width} ${y + r}V${y + height - r}A${r} ${r} 0 0 1 ${x + width - r} ${y + height}H${foot + 46}L${foot + lean} ${y + height + 92}L${foot - 46} ${y + height}H${x + r}A${r} ${r} 0 0 1 ${x} ${y + height - r}V${y + r}A${r} ${r} 0 0 1 ${x + r} ${y}Z"/>`
}

const mail = (text: string, [x, y]: [number, number], size: number, fill: string) =>
  `<text x="${x}" y="${y}" text-anchor="middle" font-family="Noto Serif, Noto Naskh Arabic" font-weight="700" font-size="${size}" fill="${fill}">${text}</text>`

/** Paper waves along the lower edge. */
function waves(fills: string[], top: number, width = 1280, height = 720) {
  return fills
    .map((fill, index) => {
      const y = top + index * 58
      const step = 320
      let d = `M${-step + index * 110} ${y}`
      for (let x = -step + index * 110; x < width; x += step)
        d += `q${step / 4} -64 ${step / 2} 0t${step / 2} 0`
      return `<path d="${d}V${height}H${-step}Z" fill="${fill}"/>`
    })
    .join('')
}

const sun = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

const tea = (x: number, y: number, fill: string) =>
  `<path d="M${x} ${y}h96l-16 130a14 14 0 0 1-14 12h-36a14 14 0 0 1-14-12z" fill="${colours.cream}" opacity=".9"/><path d="M${x + 7} ${y + 46}h82l-10 82a12 12 0 0 1-12 11h-38a12 12 0 0 1-12-11z" fill="${fill}"/>`

const scenes: Record<string, { ground: string; drawing: string }> = {
  'francais-a1': {
    ground: colours.sea,
    drawing:
      sun(1060, 170, 110, colours.gold) +
      waves([colours.sky, colours.rust, colours.clay], 560) +
      bubble({ x: 190, y: 110, width: 470, height: 340, fill: colours.cream, tail: -0.3 }) +
      bubble({ x: 640, y: 240, width: 380, height: 260, fill: colours.rust, tail: 0.7 }) +
      mail('é', [425, 375], 270, colours.clay) +
      mail('à', [830, 430], 190, colours.cream),
  },
  'wolof-debutant': {
    ground: colours.gold,
    drawing:
      sun(240, 180, 120, colours.rust) +
      waves([colours.sky, colours.sea, colours.ink], 580) +
      bubble({ x: 420, y: 90, width: 500, height: 380, fill: colours.clay, tail: -0.5 }) +
      mail('ñ', [670, 385], 300, colours.cream) +
      bubble({ x: 880, y: 330, width: 240, height: 180, fill: colours.cream, tail: 0.6 }) +
      mail('ë', [1000, 460], 140, colours.sea),
  },
  'arabe-alphabet': {
    ground: colours.cream,
    drawing:
      sun(1280, 0, 330, colours.sand) +
      sun(0, 720, 260, colours.sky) +
      bubble({ x: 360, y: 80, width: 560, height: 440, fill: colours.sea, tail: 0.7 }) +
      mail('ب', [640, 380], 340, colours.cream) +
      mail('ت', [1060, 590], 190, colours.clay) +
      mail('ث', [190, 300], 190, colours.rust),
  },
  'anglais-professionnel': {
    ground: colours.rust,
    drawing:
      waves([colours.clay, colours.ink], 600) +
      bubble({ x: 210, y: 120, width: 420, height: 320, fill: colours.cream, tail: -0.4 }) +
      bubble({ x: 560, y: 210, width: 520, height: 320, fill: colours.sea, tail: 0.7 }) +
      mail('Hi,', [415, 340], 170, colours.clay) +
      mail('Right…', [820, 405], 112, colours.cream),
  },
  'delf-b1': {
    ground: colours.sand,
    drawing:
      sun(1130, 150, 190, colours.rust) +
      bubble({ x: 280, y: 90, width: 620, height: 430, fill: colours.clay, tail: -0.4 }) +
      mail('B1', [590, 405], 300, colours.cream) +
      [0, 1, 2, 3]
        .map(
          (n) =>
            `<rect x="980" y="${400 + n * 62}" width="${[220, 160, 200, 110][n]!}" height="26" rx="13" fill="${n === 3 ? colours.sea : colours.ink}" opacity="${n === 3 ? 1 : 0.35}"/>`,
        )
        .join(''),
  },
  'espagnol-voyage': {
    ground: colours.sky,
    drawing:
      sun(980, 230, 150, colours.gold) +
      waves([colours.sand, colours.gold, colours.rust, colours.clay], 500) +
      bubble({ x: 250, y: 100, width: 480, height: 350, fill: colours.cream, tail: -0.6 }) +
      mail('¡Vale!', [490, 325], 140, colours.sea),
  },
  'table-conversation': {
    ground: colours.ink,
    drawing:
      sun(640, 400, 250, colours.clay) +
      sun(640, 400, 205, colours.rust) +
      [0, 1, 2, 3, 4, 5, 6, 7]
        .map((n) => {
          const angle = (n / 8) * Math.PI * 2 + 0.39
          return sun(
            640 + Math.cos(angle) * 330,
            400 + Math.sin(angle) * 330,
            54,
            n % 2 ? colours.sky : colours.gold,
          )
        })
        .join('') +
      tea(480, 330, colours.ink) +
      tea(592, 330, colours.clay) +
      tea(704, 330, colours.gold),
  },
}

export function paroleCover(slug: string) {
  const { ground, drawing } = scenes[slug]!
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="${ground}"/>${drawing}</svg>`
}

export function paroleBanner() {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="1600" height="800" fill="${colours.clay}"/>
    ${sun(1290, 210, 150, colours.gold)}
    ${waves([colours.rust, colours.sea, colours.ink], 640, 1600, 800)}
    ${bubble({ x: 920, y: 150, width: 380, height: 300, fill: colours.cream, tail: -0.3 })}
    ${bubble({ x: 1230, y: 320, width: 280, height: 200, fill: colours.sea, tail: 0.7 })}
    ${mail('é', [1110, 385], 200, colours.clay)}
    ${mail('ب', [1370, 440], 130, colours.cream)}</svg>`
}

export const paroleLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
  <path fill="${colours.clay}" d="M128 14a108 100 0 0 1 0 200h-8l-52 34 8-48A108 100 0 0 1 128 14Z"/>
  <circle cx="128" cy="114" r="46" fill="none" stroke="${colours.cream}" stroke-width="24"/>
  <path d="M94 104v84" stroke="${colours.cream}" stroke-width="24" stroke-linecap="round"/>
  <circle cx="128" cy="114" r="16" fill="${colours.gold}"/></svg>`

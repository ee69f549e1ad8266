import { seededRandom } from '../../src/demo/random.ts'

const skins = ['#5b3a29', '#6f4630', '#8a5a3c', '#4a2f22', '#a06b47', '#7b4e36']
const hairs = ['#17110e', '#2a1c15', '#1d1a1a', '#3b2a20']
const grounds: Record<string, string[]> = {
  codecraft: ['#bfe3cf', '#f2a541', '#2f9b70', '#fbe3b5', '#8fcdb0'],
  parole: ['#f3d9b8', '#8fc1cf', '#e9a93b', '#f0b49a', '#cfe3e8'],
  meridian: ['#c9d6f2', '#e9d3a0', '#9db5e6', '#dfe3ee', '#b9c6de'],
}
const clothes: Record<string, string[]> = {
  codecraft: ['#0b6b4b', '#b4520a', '#0a2e23', '#7a2f5c'],
  parole: ['#a33a1f', '#1d5f78', '#2c1b16', '#6a7b3f'],
  meridian: ['#1e3a7b', '#8a5a00', '#0f1d42', '#5a2a3f'],
}

interface Style {
  woman: boolean
  hair: 'short' | 'round' | 'wrap' | 'hijab' | 'bald' | 'bun' | 'braids'
  glasses?: true
  beard?: true
  skin?: string
  hairColour?: string
}

/** In order: owner, admins, teachers, first student of each school. */
const styles: Record<string, Style[]> = {
  codecraft: [
    { woman: true, hair: 'wrap' },
    { woman: false, hair: 'short', glasses: true },
    { woman: true, hair: 'round' },
    { woman: true, hair: 'braids' },
    { woman: false, hair: 'short', beard: true },
    { woman: false, hair: 'bald', beard: true, glasses: true },
    { woman: true, hair: 'bun' },
  ],
  parole: [
    { woman: true, hair: 'bun', skin: '#a06b47' },
    { woman: true, hair: 'braids' },
    { woman: false, hair: 'short' },
    { woman: true, hair: 'bun', glasses: true, skin: '#e3b795', hairColour: '#8a5a34' },
    { woman: false, hair: 'bald', beard: true },
    { woman: true, hair: 'wrap' },
    { woman: true, hair: 'hijab', skin: '#c98f66' },
    { woman: false, hair: 'short' },
  ],
  meridian: [
    { woman: true, hair: 'round', glasses: true, hairColour: '#6b6764' },
    { woman: false, hair: 'short' },
    { woman: false, hair: 'short', glasses: true },
    { woman: true, hair: 'braids' },
    { woman: true, hair: 'hijab', skin: '#8a5a3c' },
    { woman: false, hair: 'bald', beard: true },
    { woman: false, hair: 'short' },
    { woman: true, hair: 'round' },
  ],
}

const behind: Record<Style['hair'], (colour: string) => string> = {
  short: () => '',
  bald: () => '',
  round: (colour) => `<circle cx="128" cy="98" r="70" fill="${colour}"/>`,
  bun: (colour) =>
    `<circle cx="128" cy="34" r="25" fill="${colour}"/><circle cx="128" cy="98" r="52" fill="${colour}"/>`,
  braids: (colour) =>
    `<path d="M74 100a54 56 0 0 1 108 0v88q-10 10-22 4v-76H96v76q-12 6-22-4z" fill="${colour}"/>`,
  wrap: (colour) => `<path d="M76 92q-16-58 44-70 44-10 66 18 16 24-4 56z" fill="${colour}"/>`,
  hijab: () => '',
}

const above: Record<Style['hair'], (colour: string) => string> = {
  short: (colour) => `<path d="M83 96a45 46 0 0 1 90 0q-10-26-45-26t-45 26z" fill="${colour}"/>`,
  bald: () => '',
  round: (colour) => `<path d="M84 98a44 44 0 0 1 88 0q-14-22-44-22t-44 22z" fill="${colour}"/>`,
  bun: (colour) => `<path d="M83 100a45 47 0 0 1 90 0q-8-30-45-32-37 2-45 32z" fill="${colour}"/>`,
  braids: (colour) =>
    `<path d="M82 104a46 48 0 0 1 92 0q-14-32-46-34-32 2-46 34z" fill="${colour}"/><path d="M128 56v14M108 60l3 14M148 60l-3 14" stroke="#fff" stroke-opacity=".18" stroke-width="2"/>`,
  wrap: (colour) =>
    `<path d="M82 100q4-34 46-38 44 2 46 38 10-8 10-24-6-34-56-36-52 2-56 38-1 14 10 22z" fill="${colour}"/><path d="M88 78q34-30 88-16M80 62q34-34 92-24M90 40q30-18 66-12" fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="4" stroke-linecap="round"/>`,
  hijab: (colour) =>
    `<path fill-rule="evenodd" d="M128 46c44 0 60 34 60 72 0 40 18 58 22 88q-44 40-82 40t-82-40c4-30 22-48 22-88 0-38 16-72 60-72zm0 28c-26 0-35 20-35 42s12 44 35 44 35-22 35-44-9-42-35-42z" fill="${colour}"/><path d="M78 188q50 34 98-34M92 214q50 20 92-40" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="4" stroke-linecap="round"/>`,
}

/** A simple portrait of a fictional person: shoulders, head, hair; no facial features. */
export function renderPortrait(school: string, index: number) {
  const random = seededRandom(school.length * 1000 + index * 17 + 5)
  const style = styles[school]![Math.min(index, styles[school]!.length - 1)]!
  const skin = style.skin ?? random.pick(skins)
  const dress = clothes[school]![index % 4]!
  const covered = style.hair === 'wrap' || style.hair === 'hijab'
  const wrap = covered ? clothes[school]![(index + 1) % 4]! : (style.hairColour ?? random.pick(hairs))
  const beard = style.beard
    ? `<path d="M86 116q2 50 42 50t42-50q-4 22-42 22t-42-22z" fill="${random.pick(hairs)}"/>`
    : ''
  const glasses = style.glasses
    ? '<g fill="none" stroke="#fdf8f2" stroke-width="4"><circle cx="110" cy="112" r="14"/><circle cx="146" cy="112" r="14"/><path d="M124 110q4-3 8 0"/></g>'
    : ''
  const collar = style.woman
    ? `<path d="M100 172q28 34 56 0v14q-28 34-56 0z" fill="#fff" fill-opacity=".25"/>`
    : `<path d="M104 170l24 30 24-30 10 8-24 44h-20l-24-44z" fill="#fff" fill-opacity=".3"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="${grounds[school]![index % 5]}"/>
    <circle cx="${random.pick([40, 216])}" cy="${random.between(30, 90)}" r="${random.between(60, 96)}" fill="#fff" fill-opacity=".22"/>
    ${behind[style.hair](wrap)}
    <path d="M28 262q6-74 68-84h64q62 10 68 84z" fill="${dress}"/>${collar}
    <path d="M106 148h44v26q-22 26-44 0z" fill="${skin}"/><path d="M106 152q22 18 44 0v10q-22 18-44 0z" fill="#000" fill-opacity=".16"/>
    <ellipse cx="128" cy="112" rx="42" ry="50" fill="${skin}"/>${beard}${glasses}${above[style.hair](wrap)}</svg>`
}

import { box, label, ramp, type Scene } from './video.ts'

const clay = '#a33a1f'
const rust = '#d9673f'
const sand = '#f3d9b8'
const cream = '#fdf3e4'
const sea = '#1d5f78'
const gold = '#e9a93b'
const ink = '#2c1b16'

const upToTen = 'zéro un deux trois quatre cinq six sept huit neuf dix'
const upToTwenty = 'onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt'
const words = `${upToTen} ${upToTwenty}`.split(' ')

const disc = ([x, y]: [number, number], r: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r.toFixed(1)}" fill="${fill}" opacity="${opacity.toFixed(2)}"/>`

export const numbers: Scene = {
  file: 'parole-nombres.mp4',
  beats: words.map((text, index) => ({
    text,
    voice: index % 2 ? 'french-man' : 'french-woman',
    silenceBeforeSeconds: index === 0 ? 1.6 : 1.15,
    silenceAfterSeconds: 0.45,
  })),
  draw(heartbeatMs, progress) {
    const grounds = [sea, clay, '#6a7b3f', ink]
    const shown = ramp(progress, 0.48, 0.56)
    const parts = [box([0, 0, 640, 360], { fill: grounds[Math.floor(heartbeatMs / 5) % 4]!, r: 0 })]
    parts.push(
      disc([200, 176], 118 + 6 * ramp(progress, 0, 0.2), sand),
      label(String(heartbeatMs), 200, 222, {
        anchor: 'middle',
        size: 130,
        weight: 700,
        family: 'Noto Serif',
        fill: clay,
      }),
    )
    parts.push(
      box([348, 126, 262, 96], { fill: cream, r: 30, opacity: shown }),
      label(words[heartbeatMs]!, 479, 189, {
        anchor: 'middle',
        size: 42,
        weight: 700,
        family: 'Noto Serif',
        fill: ink,
        opacity: shown,
      }),
    )
    if (shown < 1)
      parts.push(label('…', 479, 182, { anchor: 'middle', size: 56, fill: sand, opacity: 1 - shown }))
    for (let n = 0; n <= 20; n++)
      parts.push(
        disc(
          [60 + n * 26, 326],
          n === heartbeatMs ? 8 : 4.5,
          n <= heartbeatMs ? gold : cream,
          n <= heartbeatMs ? 1 : 0.4,
        ),
      )
    return parts.join('')
  },
}

/** The stroke of a boat, from right to left. */
const boat = 'M470 112C492 190 470 226 400 232C330 238 250 238 202 228C158 218 150 170 172 126'
const boatLength = 520

const dots: Record<string, [number, number][]> = {
  ب: [[322, 290]],
  ت: [
    [296, 152],
    [348, 152],
  ],
  ث: [
    [290, 164],
    [354, 164],
    [322, 122],
  ],
}

export const tracing: Scene = {
  file: 'parole-tracer-ba.mp4',
  beats: [
    {
      voice: 'french-woman',
      text: 'La plume part de la droite, descend un peu, file à gauche comme une barque, et remonte.',
      silenceBeforeSeconds: 0.8,
      silenceAfterSeconds: 0.8,
    },
    {
      voice: 'french-woman',
      text: 'Puis viennent les points. Un point dessous : c’est bâ.',
      silenceAfterSeconds: 1.2,
    },
    {
      voice: 'french-woman',
      text: 'Le même trait, et deux points dessus : c’est tâ.',
      silenceBeforeSeconds: 0.4,
      silenceAfterSeconds: 1.2,
    },
    {
      voice: 'french-woman',
      text: 'Le même trait, et trois points dessus : c’est sâ, avec la langue entre les dents.',
      silenceBeforeSeconds: 0.4,
      silenceAfterSeconds: 1,
    },
    { voice: 'french-woman', text: 'Un seul geste, et trois lettres. À vous !', silenceAfterSeconds: 1.8 },
  ],
  draw(heartbeatMs, progress) {
    const stroke =
      heartbeatMs === 0
        ? ramp(progress, 0.08, 0.85)
        : heartbeatMs === 1
          ? 1
          : heartbeatMs < 4
            ? ramp(progress, 0, 0.35)
            : 1
    const mail = ['ب', 'ب', 'ت', 'ث'][heartbeatMs]
    const parts = [
      box([0, 0, 640, 360], { fill: cream, r: 0 }),
      disc([640, 0], 150, sand),
      disc([0, 360], 110, '#cfe3e8'),
    ]
    if (heartbeatMs === 4) {
      for (const [index, [sign, name]] of [
        ['ث', 'thā’'],
        ['ت', 'tā’'],
        ['ب', 'bā’'],
      ].entries()) {
        const shown = ramp(progress, (2 - index) * 0.18, (2 - index) * 0.18 + 0.15)
        parts.push(
          label(sign!, 130 + index * 190, 210, {
            anchor: 'middle',
            size: 130,
            family: 'Noto Naskh Arabic',
            weight: 700,
            fill: [rust, sea, clay][index],
            opacity: shown,
          }),
        )
        parts.push(
          label(name!, 130 + index * 190, 300, {
            anchor: 'middle',
            size: 26,
            family: 'Noto Serif',
            fill: ink,
            opacity: shown,
          }),
        )
      }
      return parts.join('')
    }
    parts.push(`<path d="${boat}" fill="none" stroke="${sand}" stroke-width="30" stroke-linecap="round"/>`)
    parts.push(
      `<path d="${boat}" fill="none" stroke="${sea}" stroke-width="26" stroke-linecap="round" stroke-dasharray="${(stroke * boatLength).toFixed(1)} 2000"/>`,
    )
    const marks = mail ? dots[mail]! : []
    for (const [index, [x, y]] of marks.entries()) {
      const from = heartbeatMs === 1 ? 0.35 : 0.45 + index * 0.14
      const shown = heartbeatMs === 0 ? 0 : ramp(progress, from, from + 0.1)
      parts.push(
        `<rect x="${x - 15}" y="${y - 15}" width="30" height="30" fill="${clay}" opacity="${shown.toFixed(2)}" transform="rotate(45 ${x} ${y})"/>`,
      )
    }
    const name = ['', 'bā’', 'tā’', 'thā’'][heartbeatMs]!
    parts.push(
      label(name, 560, 320, {
        anchor: 'middle',
        size: 40,
        weight: 700,
        family: 'Noto Serif',
        fill: ink,
        opacity: ramp(progress, 0.6, 0.75),
      }),
    )
    if (heartbeatMs === 0)
      parts.push(label('←', 420, 84, { size: 44, fill: rust, opacity: ramp(progress, 0.02, 0.1) }))
    return parts.join('')
  },
}

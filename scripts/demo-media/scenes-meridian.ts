import { box, clamp, label, ramp, type Scene } from './video.ts'

const deep = '#0f1d42'
const navy = '#1e3a7b'
const steel = '#4f6fb5'
const pale = '#c9d6f2'
const white = '#f5f6fa'
const gold = '#e2b04a'

const ground = (title: string) =>
  box([0, 0, 640, 360], { fill: deep, r: 0 }) + label(title, 24, 38, { size: 18, weight: 700, fill: pale })

const sorted = [3, 7, 11, 14, 18, 21, 25, 29, 35, 42, 50, 58, 63, 71, 80, 94]

/** Before each beat: the remaining range, and the compared element. */
const rounds: [low: number, high: number, asked: number | null][] = [
  [0, 15, null],
  [0, 15, 7],
  [8, 15, 7],
  [8, 15, 11],
  [8, 10, 9],
  [9, 9, 9],
  [9, 9, 9],
]

export const binarySearch: Scene = {
  file: 'meridian-binary-search.mp4',
  beats: [
    {
      voice: 'english-man',
      text: 'We look for forty-two. The list is sorted, so we ask the middle first.',
      silenceBeforeSeconds: 0.8,
      silenceAfterSeconds: 0.5,
    },
    { voice: 'english-man', text: 'Twenty-nine is too small.', silenceAfterSeconds: 0.7 },
    { voice: 'english-man', text: 'That one answer removes the whole left half.', silenceAfterSeconds: 0.6 },
    {
      voice: 'english-man',
      text: 'We ask the middle of what is left. Fifty-eight is too large, so the right part goes.',
      silenceAfterSeconds: 0.6,
    },
    { voice: 'english-man', text: 'Again the middle: forty-two.', silenceAfterSeconds: 0.8 },
    {
      voice: 'english-man',
      text: 'Three comparisons, instead of sixteen. Each question halves what remains.',
      silenceAfterSeconds: 0.6,
    },
    {
      voice: 'english-man',
      text: 'For a million numbers, twenty questions are enough.',
      silenceAfterSeconds: 1.8,
    },
  ],
  draw(heartbeatMs, progress) {
    const [low, high, request] = rounds[heartbeatMs]!
    const parts = [
      ground('Binary search'),
      label('looking for', 548, 38, { size: 15, fill: pale, anchor: 'end' }),
      box([558, 16, 58, 34], { fill: gold }),
      label('42', 587, 40, { size: 20, weight: 700, anchor: 'middle', fill: deep }),
    ]
    if (heartbeatMs === 6) return ground('A million numbers') + halving(progress)
    for (const [index, value] of sorted.entries()) {
      const out = index < low || index > high
      const isRequested = index === request && !(heartbeatMs === 2)
      const fill = isRequested ? gold : out ? deep : navy
      const x = 22 + index * 37.4
      parts.push(
        box([x, 150 - (isRequested ? 12 : 0), 34, 54], {
          fill,
          stroke: out ? navy : steel,
          r: 6,
          opacity: out && !isRequested ? 0.55 : 1,
        }),
      )
      parts.push(
        label(String(value), x + 17, 183 - (isRequested ? 12 : 0), {
          size: 16,
          weight: 600,
          anchor: 'middle',
          fill: isRequested ? deep : white,
          opacity: out && !isRequested ? 0.35 : 1,
        }),
      )
    }
    const left = 22 + low * 37.4
    parts.push(
      `<path d="M${left} 222v10h${(high - low + 1) * 37.4 - 3.4}v-10" fill="none" stroke="${gold}" stroke-width="3"/>`,
    )
    const verdict = ['', '29 < 42', '', '58 > 42', '42 = 42', '3 comparisons', ''][heartbeatMs]!
    parts.push(
      label(verdict, 320, 292, {
        size: 34,
        weight: 700,
        anchor: 'middle',
        fill: gold,
        family: 'JetBrains Mono',
        opacity: ramp(progress, 0.1, 0.25),
      }),
    )
    const asks = Math.min(3, [0, 1, 1, 2, 3, 3][heartbeatMs]!)
    for (let n = 0; n < asks; n++)
      parts.push(`<circle cx="${308 + (n - (asks - 1) / 2) * 26 + 12}" cy="330" r="8" fill="${gold}"/>`)
    return parts.join('')
  },
}

function halving(progress: number) {
  const done = Math.floor(ramp(progress, 0.05, 0.75) * 20)
  const parts: string[] = []
  for (let n = 0; n <= done; n++) {
    const width = Math.max(2, 592 / 2 ** n)
    parts.push(box([24, 70 + n * 12.6, width, 9], { fill: n === done ? gold : steel, r: 3 }))
  }
  const left = Math.max(1, Math.round(1_000_000 / 2 ** done))
  parts.push(
    label(left.toLocaleString('en-US'), 616, 250, { size: 46, weight: 700, anchor: 'end', fill: white }),
  )
  parts.push(label(`after ${done} questions`, 616, 284, { size: 18, anchor: 'end', fill: gold }))
  return parts.join('')
}

/** Rain on one surface: the runoff share flows to the drain, the rest seeps in. */
function street(x: number, [runoff, built, greened]: [number, number, number], seconds: number) {
  const parts = [
    box([x, 70, 280, 180], { fill: '#8ea9dd', r: 10 }),
    box([x, 232, 280, 74], { fill: built > 0.5 ? '#5b5f6b' : '#4e7a4c', r: 0 }),
    box([x, 252, 280, 64], { fill: '#6b4a33', r: 0 }),
  ]
  for (let n = 0; n < 44; n++) {
    const fall = (seconds * 0.9 + ((n * n * 0.137) % 1)) % 1
    const dx = x + 10 + ((n * 101) % 262)
    parts.push(
      `<path d="M${dx.toFixed(1)} ${(76 + fall * 150).toFixed(1)}l-3 12" stroke="${white}" stroke-width="2.5" stroke-linecap="round"/>`,
    )
  }
  for (let n = 0; n < 14; n++) {
    const go = (seconds * 0.5 + n * 0.31) % 1
    if (n / 14 < runoff)
      parts.push(box([x + 6 + go * 262, 241 + (n % 3) * 3, 12, 5], { fill: '#cfe0ff', r: 2 }))
    else
      parts.push(
        `<circle cx="${x + 14 + ((n * 61) % 252)}" cy="${(256 + go * 52).toFixed(1)}" r="3.5" fill="#9cc0ff" opacity="${(1 - go * 0.7).toFixed(2)}"/>`,
      )
  }
  const houses = [20, 96, 190]
  for (const [index, hx] of houses.entries()) {
    const h = (58 + index * 22) * clamp(built)
    if (h > 2) parts.push(box([x + hx, 234 - h, 58, h], { fill: [navy, deep, steel][index], r: 2 }))
    else parts.push(tree(x + hx + 24, 1))
    if (greened > 0)
      parts.push(
        box([x + hx, 230 - h, 58, 9 * greened], { fill: '#6fae66', r: 3 }),
        tree(x + hx + 72, greened * 0.7),
      )
  }
  parts.push(
    box([x, 324, 280, 16], { fill: navy, r: 8 }),
    box([x, 324, 280 * runoff, 16], { fill: gold, r: 8 }),
  )
  return parts.join('')
}

function tree(x: number, grown: number) {
  return `<g transform="translate(${x} 234) scale(${grown.toFixed(2)})"><path d="M0 0v-22" stroke="#3c5a30" stroke-width="6"/><circle cy="-36" r="22" fill="#5f9a5a"/></g>`
}

export const waterCycle: Scene = {
  file: 'meridian-water-cycle.mp4',
  beats: [
    {
      voice: 'english-woman',
      text: 'Rain falls on a meadow. About a tenth runs off. The rest sinks in, or is drunk by the plants, and returns to the air.',
      silenceBeforeSeconds: 0.6,
      silenceAfterSeconds: 0.6,
    },
    {
      voice: 'english-woman',
      text: 'Now we build: roofs, roads, a car park. The same rain. More than half runs off, and all of it at once.',
      silenceAfterSeconds: 0.6,
    },
    {
      voice: 'english-woman',
      text: 'The river below has not changed. What arrives there has.',
      silenceAfterSeconds: 0.5,
    },
    {
      voice: 'english-woman',
      text: 'We can make the pipes larger, and send the flood to the next quarter.',
      silenceAfterSeconds: 0.5,
    },
    {
      voice: 'english-woman',
      text: 'Or we can give the rain back its time: a green roof, a row of trees, a pond, ground that lets water through.',
      silenceAfterSeconds: 1.8,
    },
  ],
  draw(heartbeatMs, progress, seconds) {
    const built = heartbeatMs === 0 ? 0 : heartbeatMs === 1 ? ramp(progress, 0, 0.3) : 1
    const runoff =
      heartbeatMs === 0 ? 0.1 : heartbeatMs < 4 ? 0.1 + 0.55 * built : 0.65 - 0.35 * ramp(progress, 0.2, 0.8)
    const greened = heartbeatMs === 4 ? ramp(progress, 0.2, 0.7) : 0
    const captions = [
      '',
      '',
      'The same river, far more water',
      'Larger pipes move the flood',
      'Green roofs, trees, ponds: time',
    ]
    return [
      ground('The water cycle of a street'),
      street(24, [0.1, 0, 0], seconds),
      heartbeatMs === 0
        ? box([336, 70, 280, 270], { stroke: navy, dash: '6 8', r: 10 })
        : street(336, [runoff, built, greened], seconds),
      label('10 % runs off', 24, 62, { size: 14, fill: pale }),
      label(heartbeatMs === 0 ? '' : `${Math.round(runoff * 100)} % runs off`, 336, 62, {
        size: 14,
        fill: gold,
        weight: 700,
      }),
      label(captions[heartbeatMs]!, 616, 38, {
        size: 15,
        fill: gold,
        anchor: 'end',
        opacity: ramp(progress, 0, 0.15),
      }),
    ].join('')
  },
}

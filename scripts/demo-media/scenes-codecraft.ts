import { box, clamp, escapeXml, label, ramp, type Scene } from './video.ts'

const night = '#0a2e23'
const green = '#0b6b4b'
const leaf = '#3fb98a'
const mint = '#bfe3cf'
const cream = '#fbf3e2'
const amber = '#f2a541'
const mono = 'JetBrains Mono'

const ground = (title: string) =>
  box([0, 0, 640, 360], { fill: night, r: 0 }) +
  box([0, 0, 640, 44], { fill: green, r: 0 }) +
  label(title, 24, 29, { size: 17, weight: 700, fill: cream })

const typed = (text: string, share: number) => text.slice(0, Math.round(text.length * clamp(share)))
const cursor = (seconds: number) => (Math.floor(seconds * 2) % 2 ? '▌' : ' ')

/** One coloured line of Python. */
function python(line: string, y: number, glow = false) {
  const coloured = escapeXml(line)
    .replace(/("[^"]*"?)/g, `<tspan fill="${glow ? amber : leaf}">$1</tspan>`)
    .replace(/\b(input|print)\b/g, `<tspan fill="${amber}">$1</tspan>`)
  return `<text x="76" y="${y}" font-family="${mono}" font-size="17" fill="${cream}">${coloured}</text>`
}

const first = 'name = input("What is your name? ")'
const second = 'print("Welcome,", name)'

export const firstProgram: Scene = {
  file: 'codecraft-first-program.mp4',
  beats: [
    {
      voice: 'english-woman',
      text: 'A program is a list of instructions, and the computer follows them from top to bottom.',
      silenceBeforeSeconds: 0.6,
    },
    { voice: 'english-woman', text: 'The first line asks a question, and waits.', silenceAfterSeconds: 1.2 },
    {
      voice: 'english-woman',
      text: 'Whatever you type is kept, under the name: name.',
      silenceAfterSeconds: 1,
    },
    {
      voice: 'english-woman',
      text: 'The second line shows a greeting, and then the value that we kept.',
      silenceAfterSeconds: 1.2,
    },
    {
      voice: 'english-woman',
      text: 'Change the question, run it again, and you have changed a program for the first time.',
      silenceAfterSeconds: 1.5,
    },
  ],
  draw(heartbeatMs, progress, seconds) {
    const parts = [ground('Your first program'), box([24, 62, 592, 118], { fill: '#0f3d2f' })]
    for (const [index, y] of [102, 136].entries())
      parts.push(
        label(String(index + 1), 52, y, { fill: leaf, size: 15, family: mono, opacity: 0.7, anchor: 'end' }),
      )
    parts.push(
      box([24, 196, 592, 140], { fill: '#04150f' }),
      label('Terminal', 44, 222, { size: 13, fill: leaf }),
    )
    if (heartbeatMs === 0) {
      const y = 84 + 34 * Math.min(1, Math.floor(progress * 2))
      parts.push(box([62, y, 536, 28], { fill: leaf, opacity: 0.16, r: 4 }))
    }
    if (heartbeatMs >= 1)
      parts.push(python(typed(first, heartbeatMs === 1 ? ramp(progress, 0, 0.6) : 1), 102, heartbeatMs === 4))
    if (heartbeatMs >= 3)
      parts.push(python(typed(second, heartbeatMs === 3 ? ramp(progress, 0, 0.5) : 1), 136))
    if (heartbeatMs > 1 || (heartbeatMs === 1 && progress > 0.7)) {
      const answer =
        heartbeatMs === 1 ? '' : typed('Adaeze', heartbeatMs === 2 ? ramp(progress, 0.1, 0.5) : 1)
      parts.push(
        label(`What is your name? ${answer}${heartbeatMs < 3 ? cursor(seconds) : ''}`, 44, 254, {
          family: mono,
          size: 17,
          fill: mint,
        }),
      )
    }
    if (heartbeatMs >= 2) {
      const shown = heartbeatMs === 2 ? ramp(progress, 0.6, 0.75) : 1
      parts.push(
        `<g opacity="${shown.toFixed(2)}">${box([430, 268, 164, 46], { fill: amber })}${label('name → "Adaeze"', 512, 297, { family: mono, size: 15, fill: night, anchor: 'middle', weight: 700 })}</g>`,
      )
    }
    if (heartbeatMs > 3 || (heartbeatMs === 3 && progress > 0.7))
      parts.push(label('Welcome, Adaeze', 44, 288, { family: mono, size: 17, fill: cream }))
    return parts.join('')
  },
}

export const boxModel: Scene = {
  file: 'codecraft-box-model.mp4',
  beats: [
    {
      voice: 'english-woman',
      text: 'Every element is a box. In the middle is the content.',
      silenceBeforeSeconds: 0.6,
    },
    {
      voice: 'english-woman',
      text: 'Around it is the padding, which has the colour of the box.',
      silenceAfterSeconds: 0.6,
    },
    { voice: 'english-woman', text: 'Then comes the border.', silenceAfterSeconds: 0.8 },
    {
      voice: 'english-woman',
      text: 'Outside is the margin, which is always transparent: it only keeps the neighbours away.',
      silenceAfterSeconds: 0.6,
    },
    {
      voice: 'english-woman',
      text: 'If something is too close to its own edge, you want padding. If it is too close to something else, you want margin.',
      silenceAfterSeconds: 0.8,
    },
    {
      voice: 'english-woman',
      text: 'Press F 12, point at any element, and the browser shows you all four.',
      silenceAfterSeconds: 1.5,
    },
  ],
  draw(heartbeatMs, progress) {
    const grown = (at: number) => (heartbeatMs > at ? 1 : heartbeatMs === at ? ramp(progress, 0.05, 0.45) : 0)
    const padding = 34 * grown(1)
    const border = 10 * grown(2)
    const margin = 40 * grown(3)
    const surroundingText = (more: number): [number, number, number, number] => [
      225 - more,
      168 - more,
      150 + more * 2,
      50 + more * 2,
    ]
    const highlightedRow = heartbeatMs === 4 ? (progress < 0.5 ? 1 : 3) : heartbeatMs
    const lit = (name: number) => highlightedRow === name
    const parts = [ground('Boxes, margins and the inspector')]
    parts.push(
      box(surroundingText(padding + border + margin), {
        stroke: amber,
        dash: '7 6',
        r: 4,
        opacity: grown(3),
      }),
    )
    parts.push(box(surroundingText(padding + border), { fill: amber, r: 6, opacity: grown(2) }))
    parts.push(box(surroundingText(padding), { fill: lit(1) ? leaf : '#2f9b70', r: 3 }))
    parts.push(
      box(surroundingText(0), { fill: cream, r: 2 }),
      label('Hello', 300, 201, { anchor: 'middle', size: 24, weight: 700, fill: night }),
    )
    const notes = ['content', 'padding', 'border', 'margin']
    for (const [index, note] of notes.entries())
      parts.push(
        label(note, 494, 132 + index * 44, {
          size: 22,
          weight: 700,
          family: mono,
          fill: lit(index) || heartbeatMs === 5 ? amber : cream,
          opacity: index === 0 ? 1 : grown(index),
        }),
      )
    if (heartbeatMs === 3 || heartbeatMs === 4)
      parts.push(
        box([24, 90, 96, 216], { fill: green }),
        label('neighbour', 72, 204, { anchor: 'middle', size: 15, fill: mint }),
      )
    if (heartbeatMs === 5)
      parts.push(
        box([24, 78, 96, 44], { fill: cream }),
        label('F12', 72, 107, { anchor: 'middle', size: 20, weight: 700, fill: night }),
      )
    return parts.join('')
  },
}

export const events: Scene = {
  file: 'codecraft-events.mp4',
  beats: [
    {
      voice: 'english-man',
      text: 'You press a button.',
      silenceBeforeSeconds: 0.8,
      silenceAfterSeconds: 0.6,
    },
    {
      voice: 'english-man',
      text: 'The browser makes an event: a small object that says what happened, where, and when.',
      silenceAfterSeconds: 0.5,
    },
    {
      voice: 'english-man',
      text: 'It looks whether the button has a listener. If it has, the listener runs.',
      silenceAfterSeconds: 0.6,
    },
    {
      voice: 'english-man',
      text: 'Then the event rises to the element around the button, and to the one around that, up to the document.',
      silenceAfterSeconds: 0.6,
    },
    { voice: 'english-man', text: 'This is called bubbling, and it is useful.', silenceAfterSeconds: 0.4 },
    {
      voice: 'english-man',
      text: 'One listener on a list hears the clicks of all its items, also of those that are added later.',
      silenceAfterSeconds: 1.5,
    },
  ],
  draw(heartbeatMs, progress) {
    const rise = heartbeatMs < 3 ? 0 : heartbeatMs === 3 ? ramp(progress, 0.15, 0.95) * 3 : 3
    const at = (level: number) => Math.floor(rise + 0.35) === level && heartbeatMs >= 2 && heartbeatMs <= 3
    const parts = [ground('Events, from click to screen')]
    const frames: [string, [number, number, number, number]][] = [
      ['document', [24, 60, 400, 284]],
      ['main', [56, 96, 336, 232]],
      ['ul', [88, 132, 272, 180]],
    ]
    for (const [index, [name, position]] of frames.entries()) {
      const on = at(3 - index) || (heartbeatMs >= 4 && index === 2)
      parts.push(
        box(position, { fill: on ? '#14523f' : 'none', stroke: on ? amber : leaf, line: on ? 4 : 2 }),
        label(name, position[0] + 12, position[1] + 22, { family: mono, size: 14, fill: on ? amber : mint }),
      )
    }
    const count = heartbeatMs === 5 ? 3 : 1
    for (let index = 0; index < count; index++) {
      const pressed =
        (heartbeatMs === 0 && progress > 0.4) || (heartbeatMs === 5 && Math.floor(progress * 6) % 3 === index)
      const position: [number, number, number, number] = [120, 166 + index * 46, 208, pressed ? 34 : 38]
      parts.push(
        box(position, { fill: at(0) || pressed ? amber : cream }),
        label(['Add to basket', 'Remember', 'Share'][index]!, 224, 191 + index * 46, {
          anchor: 'middle',
          size: 15,
          weight: 700,
          fill: night,
        }),
      )
    }
    if (heartbeatMs >= 1) {
      const shown = heartbeatMs === 1 ? ramp(progress, 0, 0.25) : 1
      const y = 196 - rise * 33
      parts.push(
        `<g opacity="${shown.toFixed(2)}">${box([448, y - 34, 168, 96], { fill: '#04150f', stroke: amber })}${label('type: "click"', 464, y - 8, { family: mono, size: 14, fill: mint })}${label('target: button', 464, y + 16, { family: mono, size: 14, fill: mint })}${label('time: 12:04:31', 464, y + 40, { family: mono, size: 14, fill: mint })}</g>`,
      )
    }
    if (heartbeatMs === 2)
      parts.push(
        label('button.onclick → runs', 224, 240, {
          anchor: 'middle',
          size: 15,
          family: mono,
          fill: amber,
          opacity: ramp(progress, 0.45, 0.6),
        }),
      )
    if (heartbeatMs >= 4)
      parts.push(label('bubbling', 532, 320, { anchor: 'middle', size: 26, weight: 700, fill: amber }))
    return parts.join('')
  },
}

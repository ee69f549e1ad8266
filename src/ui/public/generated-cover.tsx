/** Tiles across and down; each is 40 units wide. */
const columns = 8
const rows = 4
const tile = 40

const fills = ['primary', 'primary-soft', 'accent', 'accent-soft', 'primary-hover'] as const

/** A repeatable sequence of numbers below `limit` from a text (FNV-1a, then xorshift). */
function numbersFrom(text: string) {
  let state = 2_166_136_261
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16_777_619)
  return (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}

interface ShapeProps {
  kind: number
  x: number
  y: number
  fill: string
}

/** One tile: a disc, one of four quarter discs, a diamond, two bars, or nothing. */
function Shape({ kind, x, y, fill }: ShapeProps) {
  const half = tile / 2
  if (kind === 0) return <circle cx={x + half} cy={y + half} r={half * 0.8} fill={fill} />
  if (kind === 1) return <path d={`M${x} ${y}h${tile}a${tile} ${tile} 0 0 1-${tile} ${tile}z`} fill={fill} />
  if (kind === 2)
    return <path d={`M${x} ${y}v${tile}h${tile}a${tile} ${tile} 0 0 0-${tile}-${tile}z`} fill={fill} />
  if (kind === 3)
    return <path d={`M${x + half} ${y}l${half} ${half}-${half} ${half}-${half}-${half}z`} fill={fill} />
  if (kind === 4)
    return (
      <path
        d={`M${x} ${y}h${tile}v${half / 2}h-${tile}zM${x} ${y + half}h${tile}v${half / 2}h-${tile}z`}
        fill={fill}
      />
    )
  return null
}

interface Props {
  text: string
  /** Size of the pattern, in a screen of the app. */
  className?: string | undefined
}

/** A pattern in the school's colours for what has no image of its own. The same `text` always gives the same pattern. */
export function GeneratedCover({ text, className = 'p-generated' }: Props) {
  const next = numbersFrom(text)
  const tiles = Array.from({ length: columns * rows }, (_, index) => ({
    index,
    x: (index % columns) * tile,
    y: Math.floor(index / columns) * tile,
    ground: fills[next(fills.length)]!,
    kind: next(6),
    fill: fills[next(fills.length)]!,
  }))
  return (
    <svg
      className={className}
      viewBox={`0 0 ${columns * tile} ${rows * tile}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {tiles.map(({ index, x, y, ground, kind, fill }) => (
        <g key={index}>
          <rect x={x} y={y} width={tile} height={tile} fill={`var(--ly-${ground})`} />
          {fill !== ground && <Shape kind={kind} x={x} y={y} fill={`var(--ly-${fill})`} />}
        </g>
      ))}
    </svg>
  )
}

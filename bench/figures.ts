export interface Metric {
  name: string
  value: number
  unit: string
  /** Target value; null if there is none. */
  bar: number | null
  better: 'higher' | 'lower'
  /** Minimum and maximum of the rounds whose median is the value. */
  spread?: [number, number]
}

/** Figures for programs, and as lines for people. */
export interface Measurement {
  figures: Metric[]
  lines: string[][]
}

/** JSON of the figures; a figure without a target has none. */
export const metricsToJson = (figures: Metric[]) =>
  JSON.stringify({ figures: figures.map(({ bar, ...rest }) => (bar === null ? rest : { ...rest, bar })) })

/** Formats rows as columns, the first one aligned left. */
export function formatTable(lines: string[][]) {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  return lines
    .map(
      (line) =>
        `${line.map((cell, i) => (i ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  ')}\n`,
    )
    .join('')
}

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

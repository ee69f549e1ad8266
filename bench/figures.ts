export interface Metric {
  name: string
  value: number
  unit: string
  /** What it should reach; null where there is nothing to compare with. */
  bar: number | null
  better: 'higher' | 'lower'
  /** The least and the greatest of the rounds whose median the value is. */
  spread?: [number, number]
}

/** Figures for programs, and the same as lines for people. */
export interface Measurement {
  figures: Metric[]
  lines: string[][]
}

/** As JSON: a figure without a bar carries none. */
export const metricsToJson = (figures: Metric[]) =>
  JSON.stringify({ figures: figures.map(({ bar, ...rest }) => (bar === null ? rest : { ...rest, bar })) })

/** Lines of cells as columns, the first one to the left. */
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

import { useId } from 'react'
import classes from './bar-chart.module.css'
import { formatNumber } from './formatting/format-number.ts'

interface Bar {
  key: string
  /** Shown when the pointer rests on the bar. */
  label: string
  value: number
}

interface Props {
  title: string
  /** One sentence that says what the chart shows, such as its total. */
  summary: string
  bars: readonly Bar[]
  /** Labels below the first and the last bar. */
  from: string
  until: string
  /** How a value is written; a plain number if absent. */
  format?: (value: number) => string
}

const width = 300
const height = 80

/** A bar chart of one measure. The page must offer the same numbers as a table. */
export function BarChart({ title, summary, bars, from, until, format = formatNumber }: Props) {
  const id = useId()
  const max = Math.max(0, ...bars.map(({ value }) => value))
  const step = width / Math.max(1, bars.length)
  const heightOf = (value: number) => (value === 0 ? 1 : Math.max(3, (value / max) * height))
  return (
    <figure className={classes.chart}>
      <figcaption id={id}>
        <span className={classes.title}>{title}</span>
        <span className={classes.summary}>{summary}</span>
      </figcaption>
      <div className={classes.plot}>
        {max > 0 && (
          <span className={classes.max} aria-hidden="true">
            {format(max)}
          </span>
        )}
        <svg role="img" aria-labelledby={id} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
          {bars.map(({ key, label, value }, index) => (
            <g key={key} className={classes.bar} data-empty={value === 0 || undefined}>
              <title>{`${label}: ${format(value)}`}</title>
              {/* Takes the pointer over the whole height of the day. */}
              <rect x={index * step} y={0} width={step} height={height} className={classes.area} />
              <rect
                x={index * step + step * 0.14}
                y={height - heightOf(value)}
                width={step * 0.72}
                height={heightOf(value)}
              />
            </g>
          ))}
        </svg>
      </div>
      <div className={classes.axis} aria-hidden="true">
        <span>{from}</span>
        <span>{until}</span>
      </div>
    </figure>
  )
}

import { Paper } from '@mantine/core'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { BarChart } from '#ui/components/bar-chart.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listRevenue } from '../../contract.ts'
import { barUnit, salesBars } from './sales-bars.ts'
import { useDateName } from './use-date-name.ts'

interface Props {
  period: { from: string; to: string }
  totals: readonly { currency: string; sales: number }[]
}

/** Sales of a period over time, a chart for each currency. The table by day or month has the same numbers. */
export function SalesCharts({ period: { from, to }, totals }: Props) {
  const period = { from, to }
  const unit = barUnit(period, totals.length)
  const rows = useApiQuery(listRevenue, { ...period, by: unit, limit: 100 }, { keepPrevious: true }).data
    ?.data
  return totals.map(({ currency, sales }) => (
    <Paper key={currency} withBorder radius="lg" p="md">
      <SalesChart
        unit={unit}
        bars={salesBars(rows ?? [], { ...period, currency, unit })}
        sales={{ currency, sales }}
      />
    </Paper>
  ))
}

interface ChartProps {
  unit: 'day' | 'month'
  bars: ReturnType<typeof salesBars>
  sales: Props['totals'][number]
}

function SalesChart({ unit, bars, sales: { currency, sales } }: ChartProps) {
  const { t } = useTranslation('revenue')
  const nameOf = useDateName()
  const money = (amount: number) => formatMoney(amount, currency)
  const shown = bars.map(({ key, value }) => ({ key, value, label: nameOf(key) }))
  return (
    <BarChart
      title={t(`chart_${unit}`)}
      summary={money(sales)}
      bars={shown}
      from={shown[0]?.label ?? ''}
      until={shown.length > 1 ? (shown.at(-1)?.label ?? '') : ''}
      format={money}
    />
  )
}

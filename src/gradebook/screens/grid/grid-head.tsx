import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GridColumn } from '../model/columns.ts'
import { sizes, startAt } from './use-virtual-grid.ts'
import classes from './grade-grid.module.css'

interface Props {
  columns: readonly GridColumn[]
  shown: readonly { index: number; start: number }[]
}

export function GridHead({ columns, shown }: Props) {
  return (
    <div role="row" aria-rowindex={1} className={classes.head} style={{ height: sizes.header }}>
      {shown.map(({ index, start }) => (
        <div
          key={index}
          role="columnheader"
          aria-colindex={index + 1}
          className={index === 0 ? classes.headName : classes.headCell}
          style={index === 0 ? undefined : startAt(start)}
        >
          <HeadText column={columns[index] as GridColumn} />
        </div>
      ))}
    </div>
  )
}

function HeadText({ column }: { column: GridColumn }) {
  const { t } = useTranslation('gradebook')
  if (column.kind === 'name') return <span>{t('grid.student')}</span>
  if (column.kind === 'total') return <span>{t('total')}</span>
  if (column.kind === 'category')
    return (
      <>
        <span className={classes.headSmall}>{t('categoryTotal')}</span>
        <bdi className={classes.headText}>{column.category.name}</bdi>
      </>
    )
  const { item, category } = column
  return (
    <>
      <bdi className={classes.headSmall}>{category.name}</bdi>
      <bdi className={classes.headText} title={item.name}>
        {item.name}
      </bdi>
      <span className={classes.headSmall}>
        {t('ofPoints', { points: formatNumber(item.max_points) })}
        {item.is_extra_credit && ` · ${t('extra')}`}
      </span>
    </>
  )
}

import { Button, Center, VisuallyHidden } from '@mantine/core'
import { DataTable as MantineDataTable, type DataTableColumn, type DataTableProps } from 'mantine-datatable'
import { useEffect, type ReactNode } from 'react'
import { showDensity, storedDensity } from '#ui/theme/density.ts'
import { useTranslation, type ScreenTranslate } from '#ui/i18n/use-translation.ts'
import { formatNumber } from './formatting/format-number.ts'
import { DownloadListButton, type DownloadList } from './download-list-button.tsx'
import { ListSkeleton } from './feedback/skeletons.tsx'
import 'mantine-datatable/styles.layer.css'
import classes from './data-table.module.css'

export interface Column<Row> {
  key: string
  title: ReactNode
  /** Shows the field `key` of the row when absent. */
  render?: (row: Row) => ReactNode
  width?: number | string
  align?: 'left' | 'center' | 'right'
  /** Hidden on narrow screens. */
  wide?: boolean
  sortable?: boolean
}

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

export interface ListPages {
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  /** Absent for a list without a file. */
  download?: DownloadList | undefined
}

interface Props<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** undefined while the first page loads. */
  rows: readonly Row[] | undefined
  rowKey: keyof Row & string
  /** From `useApiPages`: shows buttons that load more rows and save the whole list. */
  pages?: ListPages
  empty?: ReactNode
  selection?: {
    selected: readonly string[]
    onChange: (keys: string[]) => void
    labelOf?: (row: Row) => string
  }
  sort?: { value: Sort; onChange: (sort: Sort) => void }
  onRowClick?: (row: Row) => void
}

/** A table of rows, in the density that the person chose; on narrow screens it scrolls horizontally within its frame. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, pages, empty, selection, sort, onRowClick } = props
  const { t } = useTranslation('ui')
  useEffect(() => showDensity(storedDensity()), [])
  if (!rows) return <ListSkeleton />
  if (rows.length === 0 && empty) return <>{empty}</>
  const count = t('table.count', { count: rows.length, shown: formatNumber(rows.length) })
  const table = {
    records: [...rows],
    columns: columns.map(asColumn),
    idAccessor: (row: Row) => String(row[rowKey]),
    minHeight: rows.length === 0 ? 160 : 0,
    noRecordsText: t('table.none'),
    highlightOnHover: true,
    ...(onRowClick && { onRowClick: ({ record }: { record: Row }) => onRowClick(record) }),
    ...(sort && sorting(sort)),
    ...(selection && selecting({ rows, rowKey, selection, t })),
  } as unknown as DataTableProps<Row>
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach a scrollable region
    <section className={classes.frame} aria-label={label} tabIndex={0}>
      <VisuallyHidden role="status">{count}</VisuallyHidden>
      <MantineDataTable<Row> {...table} />
      {pages?.hasMore && (
        <Center p="md">
          <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
            {t('table.more')}
          </Button>
        </Center>
      )}
      {pages?.download && (
        <div className={classes.footer}>
          <DownloadListButton download={pages.download} />
        </div>
      )}
    </section>
  )
}

function sorting({ value, onChange }: { value: Sort; onChange: (sort: Sort) => void }) {
  return {
    sortStatus: { columnAccessor: value.key, direction: value.direction },
    onSortStatusChange: (next: { columnAccessor: string | number; direction: Sort['direction'] }) =>
      onChange({ key: String(next.columnAccessor), direction: next.direction }),
  }
}

interface Selecting<Row> extends Required<Pick<Props<Row>, 'rowKey' | 'selection'>> {
  rows: readonly Row[]
  t: ScreenTranslate
}

function selecting<Row>({ rows, rowKey, selection, t }: Selecting<Row>) {
  const keyOf = (row: Row) => String(row[rowKey])
  return {
    selectedRecords: rows.filter((row) => selection.selected.includes(keyOf(row))),
    onSelectedRecordsChange: (chosen: Row[]) => selection.onChange(chosen.map(keyOf)),
    allRecordsSelectionCheckboxProps: { 'aria-label': t('table.selectAll') },
    getRecordSelectionCheckboxProps: (row: Row) => ({
      'aria-label': t('table.select', { name: selection.labelOf?.(row) ?? keyOf(row) }),
    }),
  }
}

function asColumn<Row>({
  key,
  title,
  render,
  width,
  align,
  wide,
  sortable,
}: Column<Row>): DataTableColumn<Row> {
  return {
    accessor: key as never,
    title,
    ...(render && { render }),
    ...(width !== undefined && { width }),
    ...(align && { textAlign: align }),
    ...(sortable && { sortable }),
    ...(wide && { visibleMediaQuery: '(min-width: 48em)' }),
  }
}

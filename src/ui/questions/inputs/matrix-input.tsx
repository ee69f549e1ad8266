import { Checkbox, Radio, Text, VisuallyHidden } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { AnswerInputProps } from '../question-props.ts'
import { PartText } from '../question-text.tsx'
import classes from './matrix.module.css'

/** A table with a choice in each row. In a narrow column each row becomes a list; browsers keep it a table for screen readers. */
export function MatrixInput(props: AnswerInputProps<'matrix'>) {
  const { body, answer, onChange, isReadOnly, textId } = props
  const { t } = useTranslation('questions')
  const id = useId()
  const rows = answer?.rows ?? {}
  const change = (row: string, columns: string[]) =>
    onChange({ type: 'matrix', rows: { ...rows, [row]: columns } })
  return (
    <div className={classes.container}>
      {body.is_multiple && (
        <Text size="sm" c="dimmed">
          {t('chooseAllInRow')}
        </Text>
      )}
      <table aria-labelledby={textId} className={classes.table}>
        <MatrixHead id={id} columns={body.columns} />
        <tbody>
          {body.rows.map((row) => (
            <MatrixRow
              key={row.id}
              id={id}
              row={row}
              body={body}
              selected={rows[row.id] ?? []}
              onChange={(columns) => change(row.id, columns)}
              isReadOnly={isReadOnly}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function MatrixHead({ id, columns }: { id: string; columns: AnswerInputProps<'matrix'>['body']['columns'] }) {
  const { t } = useTranslation('questions')
  return (
    <thead>
      <tr>
        <th scope="col">
          <VisuallyHidden>{t('rowHeading')}</VisuallyHidden>
        </th>
        {columns.map((column) => (
          <th key={column.id} scope="col">
            <PartText id={`${id}-${column.id}`} html={column.text} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps {
  /** Beginning of the ids of headings. */
  id: string
  row: { id: string; text: string }
  body: AnswerInputProps<'matrix'>['body']
  selected: readonly string[]
  onChange: (columns: string[]) => void
  isReadOnly: boolean
}

function MatrixRow({ id, row, body, selected, onChange, isReadOnly }: RowProps) {
  const rowId = `${id}-${row.id}`
  const toggle = (column: string) => {
    if (!body.is_multiple) return onChange([column])
    const rest = selected.filter((one) => one !== column)
    onChange(rest.length < selected.length ? rest : [...rest, column])
  }
  const Control = body.is_multiple ? Checkbox : Radio
  return (
    <tr>
      <th scope="row" id={rowId}>
        <PartText html={row.text} />
      </th>
      {body.columns.map((column) => (
        <td key={column.id}>
          <label className={classes.cell} htmlFor={`${rowId}-${column.id}`}>
            <Control
              id={`${rowId}-${column.id}`}
              name={rowId}
              value={column.id}
              aria-labelledby={`${rowId} ${id}-${column.id}`}
              checked={selected.includes(column.id)}
              disabled={isReadOnly}
              onChange={() => toggle(column.id)}
            />
            <span className={classes.columnName} aria-hidden>
              <PartText html={column.text} />
            </span>
          </label>
        </td>
      ))}
    </tr>
  )
}

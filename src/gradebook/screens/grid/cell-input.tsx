import { useEffect, useRef } from 'react'
import type { CellEditing, EditedCell } from './use-cell-editing.ts'
import classes from './grade-grid.module.css'

/** The field of the cell that is being edited. Enter and Tab save, Escape cancels. */
export function CellInput({
  label,
  editing,
  cell,
}: {
  label: string
  editing: CellEditing
  cell: EditedCell
}) {
  const input = useRef<HTMLInputElement>(null)
  const isReplaced = useRef(cell.isReplaced)
  useEffect(() => {
    input.current?.focus()
    if (!isReplaced.current) input.current?.select()
  }, [])
  return (
    <input
      ref={input}
      className={classes.input}
      aria-label={label}
      aria-invalid={cell.isInvalid}
      inputMode="decimal"
      maxLength={20}
      autoComplete="off"
      value={cell.text}
      onChange={(event) => editing.setText(event.currentTarget.value)}
      onBlur={() => editing.commit(null)}
    />
  )
}

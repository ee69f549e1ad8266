import { Input } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { newParts } from '../blank-questions.ts'
import { fieldAt, type Editing } from '../question-draft.ts'
import { AddButton } from './add-button.tsx'
import { PartField } from './part-field.tsx'
import { RemoveButton } from './remove-button.tsx'
import classes from '../question-editor.module.css'

export interface TextPart {
  id: string
  text: string
}

interface Props {
  title: string
  hint?: string
  /** Error of the list or of its answers. */
  error?: string | undefined
  parts: readonly TextPart[]
  /** Path of the list in the form. */
  path: string
  editing: Editing
  labelOf: (number: number) => string
  addLabel: string
  min: number
  max: number
  /** After a part is added, removed or moved. */
  onChanged?: (parts: TextPart[]) => void
  /** Control before the text of a part, such as a checkbox. */
  before?: (part: TextPart, number: number) => ReactNode
  /** Fields below the text of a part. */
  after?: (part: TextPart, number: number) => ReactNode
}

/** Options, prompts, rows or items: texts that are added, removed and moved. */
export function PartList(props: Props) {
  const { title, hint, error, parts, path, editing, labelOf, addLabel, max, onChanged } = props
  const id = useId()
  const change = (next: TextPart[]) => {
    editing.set(path, next)
    onChanged?.(next)
  }
  return (
    <div role="group" aria-labelledby={id} className={classes.list}>
      <div>
        <h3 id={id} className={classes.listTitle}>
          {title}
        </h3>
        {hint && <Input.Description>{hint}</Input.Description>}
        {error && <Input.Error>{error}</Input.Error>}
      </div>
      <SortableList
        items={parts}
        itemKey="id"
        label={(part) => labelOf(parts.indexOf(part) + 1)}
        onReorder={change}
        renderItem={(part, index) => (
          <Part {...props} part={part} index={index} onRemove={() => change(parts.toSpliced(index, 1))} />
        )}
      />
      <AddButton disabled={parts.length >= max} onClick={() => change([...parts, ...newParts(1)])}>
        {addLabel}
      </AddButton>
    </div>
  )
}

interface PartProps extends Props {
  part: TextPart
  index: number
  onRemove: () => void
}

function Part({ part, index, onRemove, parts, path, editing, labelOf, min, before, after }: PartProps) {
  const label = labelOf(index + 1)
  return (
    <div className={classes.partRow}>
      {before?.(part, index + 1)}
      <PartField {...fieldAt(editing, `${path}.${index}.text`, part.text)} label={label}>
        <RemoveButton name={label} size="lg" disabled={parts.length <= min} onClick={onRemove} />
      </PartField>
      {after?.(part, index + 1)}
    </div>
  )
}

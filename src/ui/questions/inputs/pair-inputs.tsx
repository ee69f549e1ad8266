import { useId } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { MarkedImage } from './marked-image.tsx'
import { hasMedia, plainText } from '../part-text.ts'
import type { AnswerInputProps } from '../question-props.ts'
import { PartText } from '../question-text.tsx'
import classes from '../questions.module.css'

interface Part {
  id: string
  text: string
}

interface PairRowsProps {
  /** What gets a choice: prompts, items or spots. */
  rows: readonly Part[]
  choices: readonly Part[]
  pairs: Readonly<Record<string, string>>
  onChange: (pairs: Record<string, string>) => void
  isReadOnly: boolean
}

/** One list of choices for each row. */
function PairRows({ rows, choices, pairs, onChange, isReadOnly }: PairRowsProps) {
  const { t } = useTranslation('questions')
  const id = useId()
  // A list shows text only: choices with media get a letter, and are shown beside the rows.
  const isLettered = choices.some(({ text }) => hasMedia(text))
  const options = choices.map(({ id: value, text }, index) => ({
    value,
    label: isLettered ? `${letterOf(index)}. ${plainText(text)}` : plainText(text),
  }))
  const change = (row: string, choice: string) => {
    const { [row]: _previous, ...rest } = pairs
    onChange(choice ? { ...rest, [row]: choice } : rest)
  }
  return (
    <>
      {isLettered && <Legend choices={choices} />}
      <ul className={classes.pairs}>
        {rows.map((row) => (
          <li key={row.id}>
            <PartText id={`${id}-${row.id}`} html={row.text} />
            <NativeSelectField
              aria-labelledby={`${id}-${row.id}`}
              choices={[{ value: '', label: t('choose') }, ...options]}
              value={pairs[row.id] ?? ''}
              onChange={(choice) => change(row.id, choice)}
              disabled={isReadOnly}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

const letterOf = (index: number) => String.fromCharCode(65 + (index % 26)) + (index >= 26 ? '2' : '')

function Legend({ choices }: { choices: readonly Part[] }) {
  return (
    <ul className={classes.legend}>
      {choices.map(({ id, text }, index) => (
        <li key={id}>
          <b>{letterOf(index)}</b> <PartText html={text} />
        </li>
      ))}
    </ul>
  )
}

export function MatchingInput({ body, answer, onChange, isReadOnly }: AnswerInputProps<'matching'>) {
  return (
    <PairRows
      rows={body.prompts}
      choices={body.choices}
      pairs={answer?.pairs ?? {}}
      onChange={(pairs) => onChange({ type: 'matching', pairs })}
      isReadOnly={isReadOnly}
    />
  )
}

export function CategoriseInput(props: AnswerInputProps<'categorise'>) {
  const { body, answer, onChange, isReadOnly } = props
  return (
    <PairRows
      rows={body.items}
      choices={body.categories}
      pairs={answer?.pairs ?? {}}
      onChange={(pairs) => onChange({ type: 'categorise', pairs })}
      isReadOnly={isReadOnly}
    />
  )
}

export function LabellingInput(props: AnswerInputProps<'labelling'>) {
  const { body, answer, onChange, isReadOnly, files } = props
  const { t } = useTranslation('questions')
  return (
    <div className={classes.labelling}>
      <MarkedImage
        src={files.urlOf(body.image_id)}
        alt={body.image_alt}
        marks={body.spots.map(({ x, y }, index) => ({ x, y, text: String(index + 1) }))}
      />
      <PairRows
        rows={body.spots.map(({ id }, index) => ({ id, text: t('spot', { number: index + 1 }) }))}
        choices={body.labels}
        pairs={answer?.pairs ?? {}}
        onChange={(pairs) => onChange({ type: 'labelling', pairs })}
        isReadOnly={isReadOnly}
      />
    </div>
  )
}

import { Stack } from '@mantine/core'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { plainText } from '#ui/questions/part-text.ts'
import { PartList, type TextPart } from '../parts/part-list.tsx'
import { ScoringField } from '../parts/scoring-field.tsx'
import { fieldAt, type Editing, type TypeFieldsProps } from '../question-draft.ts'

type Pairs = Readonly<Record<string, string>>

interface PairFieldProps {
  editing: Editing
  id: string
  pairs: Pairs
  label: string
  choices: readonly TextPart[]
  labelOf: (number: number) => string
}

/** The right choice of a part. */
export function PairField({ editing, id, pairs, label, choices, labelOf }: PairFieldProps) {
  const { t } = useTranslation('questions')
  const path = `${editing.keyPath}.pairs`
  const { onChange: _, ...field } = fieldAt(editing, `${path}.${id}`, pairs[id] ?? '')
  return (
    <NativeSelectField
      {...field}
      label={label}
      onChange={(choice) => {
        const { [id]: _old, ...others } = pairs
        editing.set(path, choice === '' ? others : { ...others, [id]: choice })
      }}
      choices={[
        { value: '', label: t('choose') },
        ...choices.map((choice, at) => ({
          value: choice.id,
          label: plainText(choice.text).slice(0, 80) || labelOf(at + 1),
        })),
      ]}
    />
  )
}

/** Pairs whose prompt and choice both exist. */
export const pairsWithin = (pairs: Pairs, from: readonly { id: string }[], to: readonly { id: string }[]) =>
  Object.fromEntries(
    Object.entries(pairs).filter(
      ([id, choice]) => from.some((part) => part.id === id) && to.some((part) => part.id === choice),
    ),
  )

interface PairedPartsProps extends Omit<
  React.ComponentProps<typeof PartList>,
  'after' | 'min' | 'hint' | 'error' | 'before'
> {
  pairs: Pairs
  /** Label of the right choice. */
  rightLabel: string
  choices: readonly TextPart[]
  choiceLabel: (number: number) => string
}

/** Parts of which each belongs to one choice. */
function PairedParts({ pairs, rightLabel, choices, choiceLabel, ...list }: PairedPartsProps) {
  return (
    <PartList
      {...list}
      min={1}
      after={({ id }) => (
        <PairField
          editing={list.editing}
          id={id}
          pairs={pairs}
          label={rightLabel}
          choices={choices}
          labelOf={choiceLabel}
        />
      )}
    />
  )
}

export function MatchingFields({ body, answers, editing }: TypeFieldsProps<'matching'>) {
  const { t } = useTranslation('question-editor')
  const { prompts, choices } = body
  const setPairs = (from: readonly TextPart[], to: readonly TextPart[]) =>
    editing.set(`${editing.keyPath}.pairs`, pairsWithin(answers.pairs, from, to))
  const labelOf = (number: number) => t('choice', { number })
  return (
    <Stack gap="lg">
      <PairedParts
        title={t('prompts')}
        parts={prompts}
        path={`${editing.bodyPath}.prompts`}
        editing={editing}
        labelOf={(number) => t('prompt', { number })}
        addLabel={t('addPrompt')}
        max={30}
        onChanged={(parts) => setPairs(parts, choices)}
        pairs={answers.pairs}
        rightLabel={t('rightChoice')}
        choices={choices}
        choiceLabel={labelOf}
      />
      <PartList
        title={t('choices')}
        hint={t('choicesHint')}
        parts={choices}
        path={`${editing.bodyPath}.choices`}
        editing={editing}
        labelOf={labelOf}
        addLabel={t('addChoice')}
        min={2}
        max={40}
        onChanged={(parts) => setPairs(prompts, parts)}
      />
      <ScoringField editing={editing} scoring={answers.scoring} />
    </Stack>
  )
}

export function CategoriseFields({ body, answers, editing }: TypeFieldsProps<'categorise'>) {
  const { t } = useTranslation('question-editor')
  const { categories, items } = body
  const setPairs = (from: readonly TextPart[], to: readonly TextPart[]) =>
    editing.set(`${editing.keyPath}.pairs`, pairsWithin(answers.pairs, from, to))
  const labelOf = (number: number) => t('category', { number })
  return (
    <Stack gap="lg">
      <PartList
        title={t('categories')}
        parts={categories}
        path={`${editing.bodyPath}.categories`}
        editing={editing}
        labelOf={labelOf}
        addLabel={t('addCategory')}
        min={2}
        max={10}
        onChanged={(parts) => setPairs(items, parts)}
      />
      <PairedParts
        title={t('items')}
        parts={items}
        path={`${editing.bodyPath}.items`}
        editing={editing}
        labelOf={(number) => t('item', { number })}
        addLabel={t('addItem')}
        max={40}
        onChanged={(parts) => setPairs(parts, categories)}
        pairs={answers.pairs}
        rightLabel={t('rightCategory')}
        choices={categories}
        choiceLabel={labelOf}
      />
      <ScoringField editing={editing} scoring={answers.scoring} />
    </Stack>
  )
}

export function OrderingFields({ body, answers, editing }: TypeFieldsProps<'ordering'>) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.order`
  return (
    <Stack gap="lg">
      <PartList
        title={t('items')}
        hint={t('orderHint')}
        error={editing.errors[path]}
        parts={answers.order.flatMap((id) => body.items.filter((item) => item.id === id))}
        path={`${editing.bodyPath}.items`}
        editing={editing}
        labelOf={(number) => t('item', { number })}
        addLabel={t('addItem')}
        min={2}
        max={20}
        onChanged={(parts) =>
          editing.set(
            path,
            parts.map(({ id }) => id),
          )
        }
      />
      <ScoringField editing={editing} scoring={answers.scoring} />
    </Stack>
  )
}

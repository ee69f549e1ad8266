import { Stack } from '@mantine/core'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { RadioOption } from '#ui/form/fields/radio-option.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { Disclosure } from '../parts/disclosure.tsx'
import { PartField } from '../parts/part-field.tsx'
import { PartList, type TextPart } from '../parts/part-list.tsx'
import { PercentField } from '../parts/percent-field.tsx'
import { ScoringField } from '../parts/scoring-field.tsx'
import { bodyField, fieldAt, keyField, type Editing, type TypeFieldsProps } from '../question-draft.ts'

/** The entries of the parts that are left. */
const entriesOf = <Value,>(entries: Readonly<Record<string, Value>>, parts: readonly TextPart[]) =>
  Object.fromEntries(Object.entries(entries).filter(([id]) => parts.some((part) => part.id === id)))

/** One option has all points; the others keep their part of them. */
const withRight = (fractions: Readonly<Record<string, number>>, id: string) => ({
  ...Object.fromEntries(Object.entries(fractions).filter(([, fraction]) => fraction < 1)),
  [id]: 1,
})

export function SingleChoiceFields({ body, answers, editing }: TypeFieldsProps<'single_choice'>) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.fractions`
  const { fractions, option_feedback } = answers
  return (
    <OptionList
      body={body}
      editing={editing}
      error={editing.errors[path]}
      onChanged={(parts) => {
        editing.set(path, entriesOf(fractions, parts))
        editing.set(`${editing.keyPath}.option_feedback`, entriesOf(option_feedback, parts))
      }}
      before={({ id }, number) => (
        <RadioOption
          name={path}
          data-group={t('right')}
          aria-label={t('rightOf', { name: t('option', { number }) })}
          label={t('right')}
          isChosen={fractions[id] === 1}
          onChoose={() => editing.set(path, withRight(fractions, id))}
        />
      )}
      after={({ id }) => (
        <OptionDetails editing={editing} id={id} feedback={option_feedback}>
          {fractions[id] !== 1 && (
            <PercentField
              label={t('share')}
              value={fractions[id] ?? 0}
              onChange={(fraction) => editing.set(path, { ...fractions, [id]: Math.min(fraction, 0.99) })}
            />
          )}
        </OptionDetails>
      )}
    />
  )
}

export function MultipleChoiceFields({ body, answers, editing }: TypeFieldsProps<'multiple_choice'>) {
  const { t } = useTranslation('question-editor')
  const path = `${editing.keyPath}.correct`
  const { correct, option_feedback, scoring } = answers
  return (
    <Stack gap="lg">
      <OptionList
        body={body}
        editing={editing}
        error={editing.errors[path]}
        onChanged={(parts) => {
          const left = correct.filter((id) => parts.some((part) => part.id === id))
          editing.set(path, left)
          editing.set(`${editing.keyPath}.option_feedback`, entriesOf(option_feedback, parts))
        }}
        before={({ id }, number) => (
          <CheckboxField
            name={path}
            data-group={t('right')}
            aria-label={t('rightOf', { name: t('option', { number }) })}
            label={t('right')}
            value={correct.includes(id)}
            onChange={(isRight) =>
              editing.set(path, isRight ? [...correct, id] : correct.filter((one) => one !== id))
            }
          />
        )}
        after={({ id }) => <OptionDetails editing={editing} id={id} feedback={option_feedback} />}
      />
      <ScoringField editing={editing} scoring={scoring} />
    </Stack>
  )
}

interface OptionListProps extends Pick<
  React.ComponentProps<typeof PartList>,
  'onChanged' | 'before' | 'after' | 'error'
> {
  body: TypeFieldsProps<'single_choice' | 'multiple_choice'>['body']
  editing: Editing
}

function OptionList({ body, editing, ...rest }: OptionListProps) {
  const { t } = useTranslation('question-editor')
  return (
    <Stack gap="lg">
      <PartList
        {...rest}
        title={t('options')}
        parts={body.options}
        path={`${editing.bodyPath}.options`}
        editing={editing}
        labelOf={(number) => t('option', { number })}
        addLabel={t('addOption')}
        min={2}
        max={30}
      />
      <SwitchField {...bodyField(editing, 'is_shuffled', body.is_shuffled)} label={t('isShuffled')} />
    </Stack>
  )
}

interface OptionDetailsProps {
  editing: Editing
  id: string
  feedback: Readonly<Record<string, string>>
  children?: React.ReactNode
}

function OptionDetails({ editing, id, feedback, children }: OptionDetailsProps) {
  const { t } = useTranslation('question-editor')
  const { onChange: _, ...field } = fieldAt(
    editing,
    `${editing.keyPath}.option_feedback.${id}`,
    feedback[id] ?? '',
  )
  const change = (html: string) => {
    const { [id]: _old, ...others } = feedback
    editing.set(`${editing.keyPath}.option_feedback`, html === '' ? others : { ...others, [id]: html })
  }
  return (
    <Disclosure title={t(children === undefined ? 'optionFeedback' : 'optionDetails')}>
      {children}
      <PartField {...field} onChange={change} label={t('optionFeedback')} />
    </Disclosure>
  )
}

export function TrueFalseFields({ answers, editing }: TypeFieldsProps<'true_false'>) {
  const { t } = useTranslation(['question-editor', 'questions'])
  const { onChange: _, ...field } = keyField(editing, 'correct', String(answers.correct))
  return (
    <RadioField
      {...field}
      onChange={(value) => editing.set(field.name, value === 'true')}
      label={t('right')}
      choices={[
        { value: 'true', label: t('questions:true') },
        { value: 'false', label: t('questions:false') },
      ]}
    />
  )
}

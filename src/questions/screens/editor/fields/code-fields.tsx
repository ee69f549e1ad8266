import { Group, Input, Stack } from '@mantine/core'
import { useId } from 'react'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CodeArea } from '#ui/questions/inputs/code-area.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { RemoveButton } from '../parts/remove-button.tsx'
import { bodyField, fieldAt, type Editing, type TypeFieldsProps } from '../question-draft.ts'
import { examplesOnly, isShown, withTest, withTestShown, withoutTest, type CodeTests } from './code-tests.ts'
import classes from '../question-editor.module.css'

type Props = TypeFieldsProps<'code'>

export function CodeFields({ body, answers, editing }: Props) {
  const { t } = useTranslation('question-editor')
  const tests: CodeTests = { tests: answers.tests, examples: body.examples }
  const save = (next: CodeTests) => {
    editing.set(`${editing.keyPath}.tests`, next.tests)
    editing.set(`${editing.bodyPath}.examples`, next.examples)
  }
  return (
    <Stack gap="lg">
      <TextField
        {...bodyField(editing, 'function_name', body.function_name)}
        label={t('code.functionName')}
        hint={t('code.functionNameHint')}
        dir="ltr"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        maw={420}
      />
      <StarterField editing={editing} starter={body.starter} />
      <Tests tests={tests} editing={editing} onChange={save} />
      <Examples tests={tests} editing={editing} onChange={save} />
    </Stack>
  )
}

/** Code that students begin with. */
function StarterField({ editing, starter }: { editing: Editing; starter: string }) {
  const { t } = useTranslation('question-editor')
  const id = useId()
  const { name, error, onChange } = bodyField(editing, 'starter', starter)
  return (
    <Input.Wrapper
      id={id}
      size="md"
      label={t('code.starter')}
      description={t('code.starterHint')}
      {...(error && { error })}
    >
      <CodeArea
        id={id}
        name={name}
        describedBy={`${id}-description`}
        value={starter}
        onChange={onChange}
        maxLength={20_000}
      />
    </Input.Wrapper>
  )
}

interface ListProps {
  tests: CodeTests
  editing: Editing
  onChange: (tests: CodeTests) => void
}

const maxTests = 30
const maxExamples = 10

/** Tests with points; students see those that are among the examples. */
function Tests({ tests, editing, onChange }: ListProps) {
  const { t } = useTranslation('question-editor')
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={classes.list}>
      <div>
        <h3 id={id} className={classes.listTitle}>
          {t('code.tests')}
        </h3>
        <Input.Description>{t('code.testsHint')}</Input.Description>
      </div>
      {tests.tests.map((_, at) => (
        <TestBox key={at} tests={tests} editing={editing} onChange={onChange} at={at} />
      ))}
      <AddButton
        disabled={tests.tests.length >= maxTests}
        onClick={() => onChange({ ...tests, tests: [...tests.tests, { call: '', expected: '', weight: 1 }] })}
      >
        {t('code.addTest')}
      </AddButton>
    </div>
  )
}

function TestBox({ tests, editing, onChange, at }: ListProps & { at: number }) {
  const { t } = useTranslation('question-editor')
  const test = tests.tests[at]!
  const path = `${editing.keyPath}.tests.${at}`
  const name = t('code.test', { number: at + 1 })
  const change = (part: Partial<typeof test>) => {
    // Each field is set by its path, which takes its error away.
    for (const [field, value] of Object.entries(part)) editing.set(`${path}.${field}`, value)
    editing.set(`${editing.bodyPath}.examples`, withTest(tests, at, { ...test, ...part }).examples)
  }
  const isVisible = isShown(tests, test)
  return (
    <fieldset className={classes.box}>
      <legend>{name}</legend>
      <Stack gap="sm">
        <CallFields
          call={{ ...fieldAt(editing, `${path}.call`, test.call), onChange: (call) => change({ call }) }}
          expected={{
            ...fieldAt(editing, `${path}.expected`, test.expected),
            onChange: (expected) => change({ expected }),
          }}
        >
          <NumberField
            {...fieldAt<number | null>(editing, `${path}.weight`, test.weight)}
            onChange={(weight) => change({ weight: weight ?? 1 })}
            label={t('code.weight')}
            min={1}
            max={100}
            className={classes.short ?? ''}
          />
          <RemoveButton
            name={name}
            size="xl"
            disabled={tests.tests.length === 1}
            onClick={() => onChange(withoutTest(tests, at))}
          />
        </CallFields>
        <SwitchField
          label={t('code.isVisible')}
          value={isVisible}
          disabled={!isVisible && tests.examples.length >= maxExamples}
          onChange={(shown) => onChange(withTestShown(tests, test, shown))}
        />
      </Stack>
    </fieldset>
  )
}

/** Examples of which no test gives points. */
function Examples({ tests, editing, onChange }: ListProps) {
  const { t } = useTranslation('question-editor')
  const id = useId()
  const { examples } = tests
  const save = (next: CodeTests['examples']) => onChange({ ...tests, examples: next })
  return (
    <div role="group" aria-labelledby={id} className={classes.list}>
      <div>
        <h3 id={id} className={classes.listTitle}>
          {t('code.examples')}
        </h3>
        <Input.Description>{t('code.examplesHint')}</Input.Description>
      </div>
      {examplesOnly(tests).map((at, index) => {
        const example = examples[at]!
        const path = `${editing.bodyPath}.examples.${at}`
        const name = t('code.example', { number: index + 1 })
        return (
          <div key={at} role="group" aria-label={name}>
            <CallFields
              call={fieldAt(editing, `${path}.call`, example.call)}
              expected={fieldAt(editing, `${path}.expected`, example.expected)}
            >
              <RemoveButton name={name} size="xl" onClick={() => save(examples.toSpliced(at, 1))} />
            </CallFields>
          </div>
        )
      })}
      <AddButton
        disabled={examples.length >= maxExamples}
        onClick={() => save([...examples, { call: '', expected: '' }])}
      >
        {t('code.addExample')}
      </AddButton>
    </div>
  )
}

type TextBinding = ReturnType<typeof fieldAt<string>>

/** A call of the function and what it returns. */
function CallFields({
  call,
  expected,
  children,
}: {
  call: TextBinding
  expected: TextBinding
  children: React.ReactNode
}) {
  const { t } = useTranslation('question-editor')
  const code = { dir: 'ltr', autoCapitalize: 'off', autoComplete: 'off', spellCheck: false, maxLength: 2_000 }
  return (
    <Group gap="sm" align="flex-end">
      <TextField {...call} {...code} label={t('code.call')} className={classes.grow ?? ''} />
      <TextField {...expected} {...code} label={t('code.expected')} className={classes.grow ?? ''} />
      {children}
    </Group>
  )
}

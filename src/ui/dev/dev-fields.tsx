import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { CheckboxGroup, CheckboxOption } from '#ui/form/fields/checkbox-group.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { RadioCard, RadioCards } from '#ui/form/fields/radio-cards.tsx'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { ColorField } from '#ui/form/fields/color-field.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { PasswordField } from '#ui/form/fields/password-field.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { RadioOption } from '#ui/form/fields/radio-option.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { TagsField } from '#ui/form/fields/tags-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { Section } from '#ui/components/layout/section.tsx'

const courses = [
  { value: 'html', label: 'The web from its first page' },
  { value: 'sql', label: 'Questions to a database' },
  { value: 'git', label: 'Working together with Git', disabled: true },
]

const start = {
  text: 'Amara Okafor',
  password: 'correct horse',
  area: 'A short description of the course.',
  number: 12,
  money: 2_500_000,
  select: 'html' as string | null,
  many: ['html', 'sql'],
  radio: 'open',
  check: true,
  on: true,
  color: '#1f5f8b',
  when: '2026-11-21T09:30:00.000Z' as string | null,
}

/** Every field in its normal, invalid and disabled state. */
export function DevFields() {
  return (
    <>
      <Fields title="Fields" />
      <Fields title="Fields, refused" error="Please look at this again." />
      <Fields title="Fields, disabled" disabled />
    </>
  )
}

function Fields({ title, error, disabled = false }: { title: string; error?: string; disabled?: boolean }) {
  const [values, setValues] = useState(start)
  const bind = <K extends keyof typeof start>(key: K) => ({
    value: values[key],
    onChange: (value: (typeof start)[K]) => setValues((current) => ({ ...current, [key]: value })),
    disabled,
    error,
    name: `${title} ${key}`,
  })
  return (
    <Section title={title}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="lg">
        <TextField label="Name" hint="As it stands on a certificate." required {...bind('text')} />
        <SearchInput
          label="Search"
          value={values.text}
          onChange={bind('text').onChange}
          disabled={disabled}
        />
        <PasswordField label="Password" required autoComplete="off" {...bind('password')} />
        <NumberField
          label="Places"
          min={1}
          {...bind('number')}
          onChange={(next) => bind('number').onChange(next ?? 0)}
        />
        <MoneyField
          label="Price"
          currency="NGN"
          {...bind('money')}
          onChange={(next) => bind('money').onChange(next ?? 0)}
        />
        <SelectField label="Course" choices={courses} clearable {...bind('select')} />
        <MultiSelectField label="Courses" choices={courses} {...bind('many')} />
        <DateTimeField label="Starts" {...bind('when')} />
        <ColorField label="Primary colour" {...bind('color')} />
        <TextArea label="Description" {...bind('area')} />
        <RadioField
          label="Who may join"
          choices={[
            { value: 'open', label: 'Anybody', hint: 'Registration is open.' },
            { value: 'asked', label: 'Whoever is approved' },
          ]}
          {...bind('radio')}
        />
        <Choices disabled={disabled} error={error} />
        <Stack>
          <CheckboxField label="I have read the rules" required {...bind('check')} />
          <SwitchField label="Listed on the home page" hint="Everybody can see it." {...bind('on')} />
          <OneOfGroup name={`${title} right answer`} disabled={disabled} error={error} />
        </Stack>
      </SimpleGrid>
    </Section>
  )
}

/** Fields with several controls. */
function Choices({ error, disabled }: { error: string | undefined; disabled: boolean }) {
  const [course, setCourse] = useState('html')
  const [several, setSeveral] = useState(['html'])
  const [layout, setLayout] = useState('wide')
  return (
    <>
      <Tags {...{ disabled, error }} />
      <NativeSelectField
        label="Language"
        choices={courses}
        value={course}
        onChange={setCourse}
        disabled={disabled}
        error={error}
      />
      <CheckboxGroup label="Parts" value={several} onChange={setSeveral} error={error}>
        {courses.map(({ value, label }) => (
          <CheckboxOption key={value} value={value} label={label} disabled={disabled} mt="xs" />
        ))}
      </CheckboxGroup>
      <RadioCards
        name={`layout ${String(disabled)} ${error}`}
        label="Layout"
        value={layout}
        onChange={setLayout}
      >
        <Group p="sm">
          {['wide', 'narrow'].map((value) => (
            <RadioCard key={value} value={value} label={value}>
              {value}
            </RadioCard>
          ))}
        </Group>
      </RadioCards>
    </>
  )
}

function Tags({ error, disabled }: { error: string | undefined; disabled: boolean }) {
  const [tags, setTags] = useState(['Term 1'])
  return (
    <TagsField
      label="Tags"
      suggestions={['Term 2']}
      value={tags}
      onChange={setTags}
      disabled={disabled}
      error={error}
    />
  )
}

function OneOfGroup(props: { name: string; disabled: boolean; error: string | undefined }) {
  return <RadioOption {...props} label="Right answer" isChosen onChoose={() => {}} />
}

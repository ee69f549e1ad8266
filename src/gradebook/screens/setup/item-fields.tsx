import { Group, Paper, SimpleGrid, Stack } from '@mantine/core'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import type { Choice } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AssessmentField } from './assessment-field.tsx'
import { moved, type DraftItem, type GradebookDraft } from './gradebook-draft.ts'
import { MoveButtons } from './move-buttons.tsx'

interface Props {
  form: ApiForm<GradebookDraft>
  item: DraftItem
  /** Position among all items of the form. */
  index: number
  /** Positions of its neighbours in the category. */
  before: number | undefined
  after: number | undefined
  /** Assessments of the course. */
  assessments: readonly Choice[]
}

/** One item of a category. */
export function ItemFields({ form, item, index, before, after, assessments }: Props) {
  const { t } = useTranslation('gradebook')
  const { items } = form.values
  const name = item.name || t('setup.unnamed')
  const swap = (to: number | undefined) =>
    to === undefined ? undefined : () => form.set('items', moved(items, index, to))
  const others = items.filter(({ id }) => id !== item.id)
  return (
    <Paper withBorder radius="md" p="md" component="fieldset" aria-label={name} m={0} miw={0}>
      <Stack gap="md">
        <TextField
          {...form.field(`items.${index}.name`)}
          value={item.name}
          label={t('setup.itemName')}
          required
          maxLength={200}
          dir="auto"
        />
        <ItemNumbers form={form} item={item} index={index} />
        <AssessmentField form={form} item={item} index={index} assessments={assessments} />
        <Group justify="space-between" gap="sm">
          <CheckboxField
            label={t('setup.extra')}
            hint={t('setup.extraHint')}
            value={item.is_extra_credit}
            onChange={(value) => form.set(`items.${index}.is_extra_credit`, value)}
            flex="1 1 14rem"
          />
          <MoveButtons
            name={name}
            onUp={swap(before)}
            onDown={swap(after)}
            onRemove={() => form.set('items', others)}
          />
        </Group>
      </Stack>
    </Paper>
  )
}

function ItemNumbers({ form, item, index }: Pick<Props, 'form' | 'item' | 'index'>) {
  const { t } = useTranslation('gradebook')
  const path = (field: string) => `items.${index}.${field}`
  const number = (field: 'max_points' | 'weight') => ({
    ...form.field(path(field)),
    value: item[field],
    onChange: (value: number | null) => form.set(path(field), value),
  })
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <NumberField {...number('max_points')} label={t('setup.max')} required min={0.01} max={100_000} />
      <NumberField {...number('weight')} label={t('setup.itemWeight')} min={0} max={1000} />
      <DateTimeField
        name={path('due_at')}
        label={t('setup.due')}
        value={item.due_at}
        onChange={(value) => form.set(path('due_at'), value)}
      />
    </SimpleGrid>
  )
}

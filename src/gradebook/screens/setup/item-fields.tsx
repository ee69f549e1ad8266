import { Group, Paper, SimpleGrid, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SelectField, type Choice } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { moved, type DraftItem, type GradebookDraft } from './gradebook-draft.ts'

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
  const path = (field: string) => `items.${index}.${field}`
  const number = (field: 'max_points' | 'weight') => ({
    ...form.field(path(field)),
    value: item[field],
    onChange: (value: number | null) => form.set(path(field), value),
  })
  const swap = (to: number | undefined) => to !== undefined && form.set('items', moved(items, index, to))
  return (
    <Paper withBorder radius="md" p="md" component="fieldset" aria-label={name} m={0}>
      <Stack gap="md">
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <TextField
            {...form.field(path('name'))}
            value={item.name}
            label={t('setup.itemName')}
            required
            maxLength={200}
            dir="auto"
            flex={1}
          />
          <IconButton
            label={t('setup.remove', { name })}
            variant="default"
            size={44}
            onClick={() =>
              form.set(
                'items',
                items.filter(({ id }) => id !== item.id),
              )
            }
          >
            <IconTrash size={18} aria-hidden />
          </IconButton>
        </Group>
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
        {(assessments.length > 0 || item.assessment_id !== null) && (
          <SelectField
            {...form.field(path('assessment_id'))}
            value={item.assessment_id}
            label={t('setup.assessment')}
            hint={t('setup.assessmentHint')}
            placeholder={t('setup.noAssessment')}
            clearable
            searchable
            choices={
              item.assessment_id === null || assessments.some(({ value }) => value === item.assessment_id)
                ? assessments
                : [{ value: item.assessment_id, label: t('setup.deletedAssessment') }, ...assessments]
            }
            onChange={(assessment_id) => {
              const chosen = assessments.find(({ value }) => value === assessment_id)
              form.setValues({
                items: items.with(index, {
                  ...item,
                  assessment_id,
                  name: item.name || (chosen?.label ?? ''),
                }),
              })
            }}
          />
        )}
        <Group justify="space-between" gap="sm">
          <CheckboxField
            label={t('setup.extra')}
            hint={t('setup.extraHint')}
            value={item.is_extra_credit}
            onChange={(value) => form.set(path('is_extra_credit'), value)}
            flex="1 1 14rem"
          />
          <Group gap={4} wrap="nowrap">
            <IconButton
              label={t('setup.up', { name })}
              variant="default"
              size={44}
              disabled={before === undefined}
              onClick={() => swap(before)}
            >
              <IconArrowUp size={18} aria-hidden />
            </IconButton>
            <IconButton
              label={t('setup.down', { name })}
              variant="default"
              size={44}
              disabled={after === undefined}
              onClick={() => swap(after)}
            >
              <IconArrowDown size={18} aria-hidden />
            </IconButton>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import type { Choice } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { moved, newItem, type DraftCategory, type GradebookDraft } from './gradebook-draft.ts'
import { ItemFields } from './item-fields.tsx'

interface Props {
  form: ApiForm<GradebookDraft>
  category: DraftCategory
  index: number
  assessments: readonly Choice[]
}

const methods = ['points', 'mean'] as const
const maxItems = 300

/** A category with its items. */
export function CategoryBox({ form, category, index, assessments }: Props) {
  const { t } = useTranslation('gradebook')
  const { categories, items } = form.values
  const own = items.flatMap((item, at) => (item.category_id === category.id ? [{ item, at }] : []))
  const name = category.name || t('setup.unnamed')
  const number = (field: 'weight' | 'drop_lowest') => ({
    ...form.field(`categories.${index}.${field}`),
    value: category[field],
    onChange: (value: number | null) => form.set(`categories.${index}.${field}`, value),
  })
  const remove = () =>
    form.setValues({
      categories: categories.filter(({ id }) => id !== category.id),
      items: items.filter(({ category_id }) => category_id !== category.id),
    })
  return (
    <Section
      title={name}
      aside={
        <Group gap={4} wrap="nowrap">
          <IconButton
            label={t('setup.up', { name })}
            variant="default"
            size={44}
            disabled={index === 0}
            onClick={() => form.set('categories', moved(categories, index, index - 1))}
          >
            <IconArrowUp size={18} aria-hidden />
          </IconButton>
          <IconButton
            label={t('setup.down', { name })}
            variant="default"
            size={44}
            disabled={index === categories.length - 1}
            onClick={() => form.set('categories', moved(categories, index, index + 1))}
          >
            <IconArrowDown size={18} aria-hidden />
          </IconButton>
          <IconButton label={t('setup.remove', { name })} variant="default" size={44} onClick={remove}>
            <IconTrash size={18} aria-hidden />
          </IconButton>
        </Group>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextField
          {...form.field(`categories.${index}.name`)}
          value={category.name}
          label={t('setup.categoryName')}
          required
          maxLength={200}
          dir="auto"
        />
        <NumberField
          {...number('weight')}
          label={t('setup.weight')}
          hint={t('setup.weightHint')}
          min={0}
          max={1000}
        />
        <NativeSelectField
          label={t('setup.method')}
          description={t(category.method === 'mean' ? 'sum.mean' : 'sum.points')}
          name={`categories.${index}.method`}
          value={category.method}
          onChange={(value) => form.set(`categories.${index}.method`, value)}
          choices={methods.map((value) => ({ value, label: t(`setup.methods.${value}`) }))}
        />
        <NumberField
          {...number('drop_lowest')}
          label={t('setup.drop')}
          hint={t('setup.dropHint')}
          min={0}
          max={100}
          allowDecimal={false}
        />
      </SimpleGrid>
      <Stack gap="md">
        {own.length === 0 && <Text c="dimmed">{t('setup.noItems')}</Text>}
        {own.map(({ item, at }, place) => (
          <ItemFields
            key={item.id}
            form={form}
            item={item}
            index={at}
            assessments={assessments}
            before={own[place - 1]?.at}
            after={own[place + 1]?.at}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={items.length >= maxItems}
            onClick={() => form.set('items', [...items, newItem(category.id)])}
          >
            {t('setup.addItem')}
          </Button>
        </div>
      </Stack>
    </Section>
  )
}

import { SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { NativeSelectField } from '#ui/form/fields/native-select-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import type { Choice } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { moved, newItem, type DraftCategory, type GradebookDraft } from './gradebook-draft.ts'
import { ItemFields } from './item-fields.tsx'
import { MoveButtons } from './move-buttons.tsx'

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
  const name = category.name || t('setup.unnamed')
  const move = (to: number) => () => form.set('categories', moved(categories, index, to))
  const remove = () =>
    form.setValues({
      categories: categories.filter(({ id }) => id !== category.id),
      items: items.filter(({ category_id }) => category_id !== category.id),
    })
  return (
    <Section
      title={name}
      aside={
        <MoveButtons
          name={name}
          onUp={index > 0 ? move(index - 1) : undefined}
          onDown={index < categories.length - 1 ? move(index + 1) : undefined}
          onRemove={remove}
        />
      }
    >
      <CategoryFields form={form} category={category} index={index} />
      <CategoryItems form={form} category={category} assessments={assessments} />
    </Section>
  )
}

function CategoryFields({ form, category, index }: Omit<Props, 'assessments'>) {
  const { t } = useTranslation('gradebook')
  const path = (field: string) => `categories.${index}.${field}`
  const number = (field: 'weight' | 'drop_lowest') => ({
    ...form.field(path(field)),
    value: category[field],
    onChange: (value: number | null) => form.set(path(field), value),
    min: 0,
  })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextField
        {...form.field(path('name'))}
        value={category.name}
        label={t('setup.categoryName')}
        required
        maxLength={200}
        dir="auto"
      />
      <NumberField {...number('weight')} label={t('setup.weight')} hint={t('setup.weightHint')} max={1000} />
      <NativeSelectField
        label={t('setup.method')}
        description={t(category.method === 'mean' ? 'sum.mean' : 'sum.points')}
        name={path('method')}
        value={category.method}
        onChange={(value) => form.set(path('method'), value)}
        choices={methods.map((value) => ({ value, label: t(`setup.methods.${value}`) }))}
      />
      <NumberField
        {...number('drop_lowest')}
        label={t('setup.drop')}
        hint={t('setup.dropHint')}
        max={100}
        allowDecimal={false}
      />
    </SimpleGrid>
  )
}

function CategoryItems({ form, category, assessments }: Omit<Props, 'index'>) {
  const { t } = useTranslation('gradebook')
  const { items } = form.values
  const own = items.flatMap((item, index) => (item.category_id === category.id ? [{ item, index }] : []))
  return (
    <Stack gap="md">
      {own.length === 0 && <Text c="dimmed">{t('setup.noItems')}</Text>}
      {own.map(({ item, index }, number) => (
        <ItemFields
          key={item.id}
          form={form}
          item={item}
          index={index}
          assessments={assessments}
          before={own[number - 1]?.index}
          after={own[number + 1]?.index}
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
  )
}

import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listCategories } from '#categories/contract.ts'
import { useSchool } from '#platform/client/frame.tsx'
import { useApiQuery } from '#platform/client/queries.ts'
import { MoneyField } from '#ui/form/money-field.tsx'
import { RichTextField } from '#ui/form/rich-text-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextArea } from '#ui/form/text-area.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import type { GroupProps } from './settings-group.ts'

export function BasicSettings({ course, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const { currency_code } = useSchool()
  const categories = useApiQuery(listCategories, { limit: 100 }).data?.data ?? []
  return (
    <>
      <TextField label={t('fields.course_name')} required maxLength={200} {...field('course_name')} />
      <TextArea
        label={t('fields.short_description')}
        hint={t('hints.short_description')}
        autosize
        minRows={2}
        maxLength={500}
        {...field('short_description')}
      />
      <RichTextField
        label={t('fields.course_description')}
        minHeight={220}
        {...field('course_description')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SelectField
          label={t('fields.category_id')}
          placeholder={t('none')}
          clearable
          searchable
          choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('category_id')}
        />
        <MoneyField label={t('fields.price')} currency={currency_code} {...field('price')} />
        <TextField label={t('fields.course_department')} maxLength={120} {...field('course_department')} />
        <TextField label={t('fields.course_unit')} maxLength={120} {...field('course_unit')} />
      </SimpleGrid>
      <TextField
        label={t('fields.course_code')}
        hint={t('hints.course_code')}
        value={course.course_code}
        readOnly
        onChange={() => {}}
      />
    </>
  )
}

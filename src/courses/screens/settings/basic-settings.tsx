import { SimpleGrid } from '@mantine/core'
import { listCategories } from '#categories/contract.ts'
import { listFaculties } from '#faculties/contract.ts'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { MoneyField } from '#ui/form/fields/money-field.tsx'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GroupProps } from './settings-group.ts'

/** Faculty and department in a school with faculties; elsewhere the department is a text. */
function UniversityFields({ field }: Pick<GroupProps, 'field'>) {
  const { t } = useTranslation('courses')
  const faculties = useApiQuery(listFaculties, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  const faculty = field('faculty_id')
  const department = field('department_id')
  const departments = faculties.find(({ id }) => id === faculty.value)?.departments ?? []
  if (faculties.length === 0)
    return <TextField label={t('fields.course_department')} maxLength={120} {...field('course_department')} />
  return (
    <>
      <SelectField
        label={t('fields.faculty_id')}
        placeholder={t('none')}
        clearable
        searchable
        choices={faculties.map(({ id, name }) => ({ value: id, label: name }))}
        {...faculty}
        onChange={(id) => {
          if (department.value) field('course_department').onChange('')
          department.onChange(null)
          faculty.onChange(id)
        }}
      />
      {departments.length > 0 ? (
        <SelectField
          label={t('fields.course_department')}
          placeholder={t('none')}
          clearable
          searchable
          choices={departments.map(({ id, name }) => ({ value: id, label: name }))}
          {...department}
        />
      ) : (
        <TextField label={t('fields.course_department')} maxLength={120} {...field('course_department')} />
      )}
    </>
  )
}

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
        <MoneyField
          label={t('fields.price')}
          hint={t('hints.price')}
          currency={currency_code}
          {...field('price')}
        />
        <UniversityFields field={field} />
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

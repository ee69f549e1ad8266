import { SimpleGrid } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { listCategories } from '#categories/contract.ts'
import { listFaculties } from '#faculties/contract.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import classes from './course-table.module.css'

const visibilities = ['public', 'private', 'hidden', 'coming_soon'] as const
type Visibility = (typeof visibilities)[number]

export const isVisibility = (value: string | null): value is Visibility =>
  (visibilities as readonly (string | null)[]).includes(value)

/** Filters of the list; they are part of the address, so that it can be saved and shared. */
export function CourseFilters() {
  const { t } = useTranslation('courses')
  const [searchText, setSearchText] = useQueryParam('q')
  const [visibility, setVisibility] = useQueryParam('visibility')
  const [category_id, setCategory] = useQueryParam('category_id')
  const [faculty_id, setFaculty] = useQueryParam('faculty_id')
  const faculties = useApiQuery(listFaculties, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  const categories = useApiQuery(listCategories, { limit: 100 }).data?.data ?? []
  return (
    <SimpleGrid
      cols={{ base: 2, sm: faculties.length > 0 ? 2 : 3, lg: faculties.length > 0 ? 4 : 3 }}
      role="search"
      aria-label={t('list.filters')}
    >
      <div className={classes.search}>
        <TextField
          label={t('list.search')}
          type="search"
          maxLength={100}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={searchText ?? ''}
          onChange={setSearchText}
        />
      </div>
      <SelectField
        label={t('list.visibility')}
        placeholder={t('list.any')}
        clearable
        value={isVisibility(visibility) ? visibility : null}
        onChange={setVisibility}
        choices={visibilities.map((value) => ({ value, label: t(`visibility.${value}`) }))}
      />
      <SelectField
        label={t('list.category')}
        placeholder={t('list.any')}
        clearable
        value={category_id}
        onChange={setCategory}
        choices={categories.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {faculties.length > 0 && (
        <SelectField
          label={t('list.faculty')}
          placeholder={t('list.any')}
          clearable
          value={faculty_id}
          onChange={setFaculty}
          choices={faculties.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </SimpleGrid>
  )
}

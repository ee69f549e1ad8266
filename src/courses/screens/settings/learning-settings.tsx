import { useApiQuery } from '#tenancy/client/queries.ts'
import { ColorField } from '#ui/form/fields/color-field.tsx'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { GroupProps } from './settings-group.ts'

const layouts = ['standard', 'compact'] as const

/** Layout of the player. */
export function LayoutSettings({ values, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const { onChange, ...layout } = field('layout_type')
  return (
    <>
      <RadioField
        label={t('fields.layout_type')}
        choices={layouts.map((value) => ({ value, label: t(`layouts.${value}`) }))}
        {...layout}
        onChange={(value) => onChange(value as (typeof layouts)[number])}
      />
      {values.layout_type === 'compact' && (
        <ColorField
          label={t('fields.compact_layout_content_background')}
          {...field('compact_layout_content_background')}
        />
      )}
    </>
  )
}

/** What a student sees after completing the course. */
export function EndSettings({ course, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const lessons = useApiQuery(contract.getCourseContents, { id: course.id }).data?.lessons ?? []
  const choices = lessons.flatMap((lesson) =>
    lesson.contents.map((content) => ({ value: content.id, label: `${lesson.title} · ${content.title}` })),
  )
  return (
    <>
      <SelectField
        label={t('fields.end_of_course_content_id')}
        hint={t('hints.end_of_course_content_id')}
        placeholder={t('none')}
        clearable
        searchable
        limit={200}
        choices={choices}
        {...field('end_of_course_content_id')}
      />
      <RichTextField
        label={t('fields.end_of_course_content_message')}
        {...field('end_of_course_content_message')}
      />
    </>
  )
}

/** Shows another course's lessons instead of the course's own. */
export function MirrorSettings({ course, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const courses = useApiQuery(contract.listCourses, { limit: 100 }).data?.data ?? []
  const choices = courses
    .filter(({ id, mirror_course_id }) => id !== course.id && mirror_course_id === null)
    .map(({ id, course_name, course_code }) => ({ value: id, label: `${course_name} · ${course_code}` }))
  return (
    <SelectField
      label={t('fields.mirror_course_id')}
      hint={t('hints.mirror_course_id')}
      placeholder={t('none')}
      clearable
      searchable
      limit={200}
      choices={choices}
      {...field('mirror_course_id')}
    />
  )
}

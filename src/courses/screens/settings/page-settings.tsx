import { SimpleGrid } from '@mantine/core'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ImageField } from '#ui/form/image/image-field.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AdsVideoField } from './ads-video-field.tsx'
import { QuestionsField } from './questions-field.tsx'
import { ReviewsField } from './reviews-field.tsx'
import { uploadCourseImage } from './upload-course-image.ts'
import type { GroupProps } from './settings-group.ts'

const images = ['banner_image', 'background_image', 'preview_image', 'find_school_preview_image'] as const

/** Ratio of cards, pages and share images. */
const wide = { ratio: 16 / 9 }

/** Further content of the landing page. */
export function PageSettings({ course, field, settings }: GroupProps) {
  const { t } = useTranslation('courses')
  const similar = useSimilar(course)
  return (
    <>
      <Images field={field} />
      <AdsVideoField course={course} settings={settings} />
      <TextArea
        label={t('fields.course_requirements')}
        hint={t('hints.course_requirements')}
        autosize
        minRows={3}
        {...field('course_requirements')}
      />
      <ReviewsField {...field('course_reviews')} />
      <QuestionsField {...field('course_questions')} />
      <MultiSelectField
        label={t('fields.similar_courses')}
        hint={t('hints.similar_courses')}
        choices={similar}
        searchable
        maxValues={12}
        {...field('similar_courses')}
      />
      <SwitchField
        label={t('fields.hide_related_courses')}
        hint={t('hints.hide_related_courses')}
        {...field('hide_related_courses')}
      />
      <TextField
        label={t('fields.course_calendly_link')}
        hint={t('hints.course_calendly_link')}
        placeholder="https://calendly.com/"
        type="url"
        inputMode="url"
        maxLength={500}
        {...field('course_calendly_link')}
      />
    </>
  )
}

function Images({ field }: Pick<GroupProps, 'field'>) {
  const { t } = useTranslation('courses')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {images.map((name) => (
        <ImageField
          key={name}
          label={t(`fields.${name}`)}
          hint={t(`hints.${name}`)}
          send={uploadCourseImage}
          maxBytes={20_000_000}
          crop={wide}
          {...field(name)}
        />
      ))}
    </SimpleGrid>
  )
}

/** Listed courses to choose from; a selected course that is not listed any more stays without a name. */
function useSimilar({ id, similar_courses, related_courses }: GroupProps['course']) {
  const { t } = useTranslation('courses')
  const { school_id } = useSchool()
  const listed = useApiQuery(contract.listPublicCourses, { school_id, limit: 100 }).data?.data ?? []
  const names = new Map(similar_courses.map((course) => [course, t('settings.unlisted')]))
  for (const course of [...related_courses, ...listed]) names.set(course.id, course.course_name)
  names.delete(id)
  return [...names].map(([value, label]) => ({ value, label }))
}

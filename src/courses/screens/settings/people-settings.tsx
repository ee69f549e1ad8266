import { listAdmins, listTeachers } from '#accounts/contract.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ImageField } from '#ui/form/image/image-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { uploadCourseImage } from './upload-course-image.ts'
import type { GroupProps } from './settings-group.ts'

/** The teacher as shown on the landing page. */
export function PeopleSettings({ course, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const role = useSession()?.user_type
  const isAdmin = role === 'admin' || role === 'account_user'
  const choices = useStaff(isAdmin, course.course_teacher)
  return (
    <>
      <SelectField
        label={t('fields.course_teacher_id')}
        hint={isAdmin ? undefined : t('hints.course_teacher_id')}
        placeholder={t('none')}
        disabled={!isAdmin}
        clearable
        searchable
        choices={choices}
        {...field('course_teacher_id')}
      />
      <TextArea
        label={t('fields.tutor_description')}
        autosize
        minRows={3}
        maxLength={2_000}
        {...field('tutor_description')}
      />
      <ImageField
        label={t('fields.tutor_img')}
        hint={t('hints.tutor_img')}
        send={uploadCourseImage}
        crop={{ ratio: 1, width: 800 }}
        {...field('tutor_img')}
      />
    </>
  )
}

/** Only an admin may assign a teacher; the current one is always among the options. */
function useStaff(isAdmin: boolean, current: GroupProps['course']['course_teacher']) {
  const teachers = useApiQuery(listTeachers, { limit: 100 }, { enabled: isAdmin }).data?.data ?? []
  const admins = useApiQuery(listAdmins, { limit: 100 }, { enabled: isAdmin }).data?.data ?? []
  const people = [...teachers, ...admins].filter((person) => person.status === 'active')
  const all = new Map([...(current ? [current] : []), ...people].map(({ id, name }) => [id, name]))
  return [...all].map(([value, label]) => ({ value, label }))
}

import { SimpleGrid } from '@mantine/core'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { NumberField } from '#ui/form/fields/number-field.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { isSettingVisible } from './hidden-settings.ts'
import type { GroupProps } from './settings-group.ts'

/** Dates of the course, and duration of an approval. */
export function AccessSettings({ field }: GroupProps) {
  const { t } = useTranslation('courses')
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateTimeField label={t('fields.course_start_date')} {...field('course_start_date')} />
        <DateTimeField label={t('fields.course_end_date')} {...field('course_end_date')} />
      </SimpleGrid>
      <SwitchField
        label={t('fields.allow_early_access')}
        hint={t('hints.allow_early_access')}
        {...field('allow_early_access')}
      />
      <SwitchField
        label={t('fields.unapprove_all_students_on_end_date')}
        hint={t('hints.unapprove_all_students_on_end_date')}
        {...field('unapprove_all_students_on_end_date')}
      />
      <NumberField
        label={t('fields.student_access_limit_after_approval')}
        hint={t('hints.student_access_limit_after_approval')}
        min={1}
        max={36_500}
        allowDecimal={false}
        suffix={t('settings.days')}
        {...field('student_access_limit_after_approval')}
      />
      <SaleAccess field={field} />
    </>
  )
}

/** What a purchase opens, and for how many people. */
function SaleAccess({ field }: Pick<GroupProps, 'field'>) {
  const { t } = useTranslation('courses')
  return (
    <>
      {isSettingVisible('approve_student_on_payment') && (
        <SwitchField
          label={t('fields.approve_student_on_payment')}
          hint={t('hints.approve_student_on_payment')}
          {...field('approve_student_on_payment')}
        />
      )}
      <SwitchField
        label={t('fields.seats_offered')}
        hint={t('hints.seats_offered')}
        {...field('seats_offered')}
      />
    </>
  )
}

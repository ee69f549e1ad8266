import { use } from 'react'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GroupProps } from './settings-group.ts'
import { SettingsSlots } from './settings-slots.ts'

const switches = [
  'is_hidden',
  'is_coming_soon',
  'show_content_title_to_unapproved',
  'disable_direct_registration',
] as const

/** Visibility of the course and registration for it. */
export function VisibilitySettings({ course, values, field }: GroupProps) {
  const { t } = useTranslation('courses')
  const { WaitingReaders } = use(SettingsSlots)
  return switches.map((name) => (
    <div key={name}>
      <SwitchField label={t(`fields.${name}`)} hint={t(`hints.${name}`)} {...field(name)} />
      {name === 'is_coming_soon' && values.is_coming_soon && WaitingReaders && (
        <WaitingReaders course_id={course.id} />
      )}
    </div>
  ))
}

import type { EditedCourse } from '../course-frame/course-frame.tsx'
import type { SettingsValues } from './settings-values.ts'
import type { CourseSettings, Field } from './use-course-settings.ts'

/** What each group of settings is given. */
export interface GroupProps {
  course: EditedCourse
  values: SettingsValues
  field: Field
  settings: CourseSettings
}

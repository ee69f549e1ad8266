import type { EditedCourse } from '../course-frame/course-frame.tsx'
import type { SettingsValues } from './settings-values.ts'
import type { CourseSettings, Field } from './use-course-settings.ts'

/** Properties of each group of settings. */
export interface GroupProps {
  course: EditedCourse
  values: SettingsValues
  field: Field
  settings: CourseSettings
}

import type { ReactNode } from 'react'
import { SettingsList } from './settings-list.tsx'
import classes from './settings.module.css'

/** A page beside the list of settings. */
export function SettingsPage({ course_id, children }: { course_id: string; children: ReactNode }) {
  return (
    <div className={classes.settings} data-wide>
      <SettingsList course_id={course_id} />
      <div>{children}</div>
    </div>
  )
}

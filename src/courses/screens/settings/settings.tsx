import { Stack } from '@mantine/core'
import { useState, type ComponentType } from 'react'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { SaveState } from '#ui/form/save-state.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { queryKey } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { ConflictNote } from '../builder/content-editor/conflict-note.tsx'
import { useEditedCourse, type EditedCourse } from '../course-frame/course-frame.tsx'
import { AccessSettings } from './access-settings.tsx'
import { BasicSettings } from './basic-settings.tsx'
import { EndSettings, LayoutSettings, MirrorSettings } from './learning-settings.tsx'
import { PageSettings } from './page-settings.tsx'
import { PeopleSettings } from './people-settings.tsx'
import { AffiliateSettings, BumpSettings, SaleSettings, TierSettings } from './price-settings.tsx'
import type { GroupProps } from './settings-group.ts'
import { SettingsList, settingsSections, type SettingsSection } from './settings-list.tsx'
import { VisibilitySettings } from './visibility-settings.tsx'
import { useCourseSettings } from './use-course-settings.ts'
import classes from './settings.module.css'

export const handle: ScreenHandle = { namespaces: ['courses'] }

const groups: Record<SettingsSection, ComponentType<GroupProps>> = {
  basics: BasicSettings,
  visibility: VisibilitySettings,
  people: PeopleSettings,
  page: PageSettings,
  access: AccessSettings,
  tiers: TierSettings,
  sale: SaleSettings,
  bumps: BumpSettings,
  affiliates: AffiliateSettings,
  layout: LayoutSettings,
  end: EndSettings,
  mirror: MirrorSettings,
}

/** All settings of a course except its lessons. Saves automatically. */
export default function CourseSettingsScreen() {
  const course = useEditedCourse()
  const client = useQueryClient()
  const [round, setRound] = useState(0)
  const reload = async () => {
    await client.refetchQueries({ queryKey: queryKey(contract.getCourseDetails, { id: course.id }) })
    setRound((count) => count + 1)
  }
  // The status button in the heading saves the course too, so the form starts again from what it saved.
  const key = [course.id, course.course_isPublic, round].join(' ')
  return <Settings key={key} course={course} onReload={() => void reload()} />
}

function Settings({ course, onReload }: { course: EditedCourse; onReload: () => void }) {
  const { t } = useTranslation('courses')
  const settings = useCourseSettings(course)
  const { auto, conflict } = settings
  return (
    <div className={classes.settings}>
      <SettingsList course_id={course.id}>
        {!conflict && <SaveState state={auto.state} onRetry={() => void auto.flush()} />}
      </SettingsList>
      <Stack gap="xl" miw={0}>
        {conflict && (
          <ConflictNote
            conflict={conflict}
            onTakeTheirs={onReload}
            onKeepMine={() => {
              settings.keepMine()
              void auto.flush()
            }}
          />
        )}
        {settingsSections
          .map((name) => [name, groups[name]] as const)
          .map(([name, Group]) => (
            <section key={name} id={name} className={classes.group} aria-labelledby={`${name}-title`}>
              <h2 id={`${name}-title`}>{t(`settings.${name}`)}</h2>
              <Stack gap="lg">
                <Group course={course} values={settings.values} field={settings.field} settings={settings} />
              </Stack>
            </section>
          ))}
      </Stack>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { isSettingVisible } from './hidden-settings.ts'
import classes from './settings.module.css'

const sections = [
  'basics',
  'visibility',
  'people',
  'page',
  'access',
  'tiers',
  'sale',
  'bumps',
  'affiliates',
  'layout',
  'end',
  'mirror',
] as const
export type SettingsSection = (typeof sections)[number]

/** Sections of the settings in their order. */
export const settingsSections = sections.filter(
  (name) => name !== 'affiliates' || isSettingVisible('enable_affiliates'),
)

interface Props {
  course_id: string
  /** Shown above the list. */
  children?: ReactNode
}

/** The list beside the settings of a course: their sections, and the page of copies. */
export function SettingsList({ course_id, children }: Props) {
  const { t } = useTranslation('courses')
  const { t: tx } = useTranslation('import-export')
  const { pathname } = useLocation()
  const base = `/manage/courses/${course_id}/settings`
  const isCopies = pathname.endsWith('/copies')
  return (
    <nav className={classes.contents} aria-label={t('settings.contents')}>
      <div className={classes.state}>{children}</div>
      <ul>
        {settingsSections.map((name) => (
          <li key={name}>
            {isCopies ? (
              <Link to={`${base}#${name}`}>{t(`settings.${name}`)}</Link>
            ) : (
              <a href={`#${name}`}>{t(`settings.${name}`)}</a>
            )}
          </li>
        ))}
        <li>
          <Link to={`${base}/copies`} {...(isCopies && { 'aria-current': 'page' as const })}>
            {tx('tab')}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

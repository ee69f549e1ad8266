import type { ReactNode } from 'react'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useSchoolSettings, type Change, type Settings } from './use-school-settings.ts'

export interface SettingsProps {
  settings: Settings
  save: (change: Change) => Promise<Settings>
}

interface Props {
  title: string
  text: string
  children: (props: SettingsProps) => ReactNode
}

/** One page of the school's settings: its heading, and its form as soon as the settings are loaded. */
export function SettingsPage({ title, text, children }: Props) {
  const { query, save } = useSchoolSettings()
  const { data: settings, error, refetch } = query
  return (
    <>
      <PageHeading title={title} text={text} />
      {settings && children({ settings, save })}
      {!settings && (error ? <ErrorState error={error} onRetry={refetch} /> : <FormSkeleton fields={6} />)}
    </>
  )
}

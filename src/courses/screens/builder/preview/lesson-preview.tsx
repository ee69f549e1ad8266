import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Article } from '#ui/components/article.tsx'
import { api } from '#tenancy/client/browser.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../../contract.ts'
import classes from './lesson-preview.module.css'

interface Props {
  course_id: string
  content_id: string
  title: string
  /** Changes with each save. */
  saved_at: string
}

/**
 * The saved draft beside its editor. The server renders it by the same code as for students, with highlighted code and
 * formulas.
 */
export function LessonPreview({ course_id, content_id, title, saved_at }: Props) {
  const { t } = useTranslation('courses')
  const [html, setHtml] = useState('')
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    api(contract.getCourseContents, { id: course_id, topic: content_id }, { signal: controller.signal }).then(
      ({ topic }) => {
        setHtml(topic?.body ?? '')
        setFailed(false)
      },
      () => {
        if (!controller.signal.aborted) setFailed(true)
      },
    )
    return () => controller.abort()
  }, [course_id, content_id, saved_at])
  return (
    <aside className={classes.preview} aria-label={t('editor.preview')}>
      <p className={classes.title} dir="auto">
        {title}
      </p>
      {hasFailed && (
        <Text role="status" c="dimmed">
          {t('editor.previewFailed')}
        </Text>
      )}
      <Article html={html} />
    </aside>
  )
}

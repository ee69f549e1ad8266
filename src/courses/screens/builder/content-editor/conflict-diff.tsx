import { Text } from '@mantine/core'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getCourseContents } from '../../../contract.ts'
import { DiffView } from './diff-view.tsx'

interface Props {
  course_id: string
  content_id: string
  /** When the other version was saved. */
  changed_at: string
  ownText: { title: string; body: string }
}

/** Differences between the saved version and this editor's. If they cannot load, the choice is still possible. */
export function ConflictDiff({ course_id, content_id, changed_at, ownText }: Props) {
  const { t } = useTranslation('courses')
  const input = { id: course_id, topic: content_id }
  const { data, error } = useApiQuery(getCourseContents, input, { staleTime: 0 })
  if (error) return null
  const theirs = data?.topic
  if (!theirs || theirs.updated_at < changed_at) return <TextSkeleton lines={2} />
  return (
    <>
      <Text size="sm" c="dimmed" mb={4}>
        {t('conflict.difference')}
      </Text>
      <DiffView before={theirs} after={ownText} />
    </>
  )
}

import { Alert, Anchor } from '@mantine/core'
import { IconCopyCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

/** Warns editors that other courses show these lessons too. */
export function MirrorsNote({ course_id }: { course_id: string }) {
  const { t } = useTranslation('import-export')
  const mirrors = useApiQuery(contract.listMirrors, { id: course_id }).data
  if (!mirrors || mirrors.total === 0) return null
  const { data, total } = mirrors
  return (
    <Alert
      color="warning"
      icon={<IconCopyCheck size={20} aria-hidden />}
      title={t('mirrors.title', { count: total })}
    >
      {t('mirrors.text')}{' '}
      {data.map(({ id, course_name, may_edit }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          {may_edit ? (
            <Anchor component={Link} to={`/manage/courses/${id}`}>
              {course_name}
            </Anchor>
          ) : (
            course_name
          )}
        </span>
      ))}
      {total > data.length && ` ${t('mirrors.more', { count: total - data.length })}`}
    </Alert>
  )
}

import { Stack, Text } from '@mantine/core'
import { IconListNumbers } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { courseTotal, labelOf } from '#lib/grades/index.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { SwitchField } from '#ui/form/fields/switch-field.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { TotalSum } from '../details/total-sum.tsx'
import { readGrade } from '#lib/grades/read-grade.ts'
import { noGrade, type ShownGrades } from '../model/shown-grades.ts'
import { MyCategory } from './my-category.tsx'
import { MyTotal } from './my-total.tsx'
import classes from './my-grades.module.css'

export const handle: ScreenHandle = { namespaces: ['my-grades', 'gradebook'] }

export type MyGradesReply = ApiReply<typeof contract.getMyGrades>

/** The student's own grades in a course. */
export default function MyGrades() {
  const { t } = useTranslation('my-grades')
  const { course_id = '' } = useParams()
  const grades = useApiQuery(contract.getMyGrades, { course_id }, { staleTime: 0 })
  return (
    <Stack gap="lg" maw={760}>
      <PageHeading
        title={t('title')}
        actions={
          <LinkButton to={`/learn/${course_id}`} variant="default">
            {t('backToCourse')}
          </LinkButton>
        }
      />
      {grades.data?.is_released === false && (
        <EmptyState icon={<IconListNumbers size={32} />} title={t('none.title')} text={t('none.text')} />
      )}
      {grades.error && <ErrorState error={grades.error} onRetry={grades.refetch} />}
      {!grades.error && !grades.data && <ListSkeleton rows={6} />}
      {!grades.error && grades.data?.is_released && <Grades reply={grades.data} />}
    </Stack>
  )
}

/** Grades with what was tried out instead, and the totals of both. */
function useWhatIf(reply: MyGradesReply) {
  const [tried, setTried] = useState<ReadonlyMap<string, string>>(new Map())
  const byItem = new Map(reply.grades.map((grade) => [grade.item_id, { ...grade, state: 'saved' as const }]))
  for (const { id, max_points } of reply.items) {
    const text = tried.get(id)
    const entered = text === undefined ? null : readGrade(text, max_points)
    if (entered) byItem.set(id, { ...noGrade(id), ...entered, state: 'saved' })
  }
  const total = courseTotal({ ...reply, grades: [...byItem.values()] })
  const shown: ShownGrades = {
    byItem,
    total,
    label: total.percent === null ? null : (labelOf(reply.scale, total.percent) ?? null),
    dropped: new Set(total.categories.flatMap(({ dropped }) => dropped)),
  }
  const enter = (item_id: string, text: string) => setTried(new Map(tried).set(item_id, text))
  return { tried, shown, enter, reset: () => setTried(new Map()) }
}

function Grades({ reply }: { reply: MyGradesReply }) {
  const { t } = useTranslation(['my-grades', 'gradebook'])
  const [isTrying, setTrying] = useState(false)
  const [opened, setOpened] = useState<{ category_id?: string } | null>(null)
  const { tried, shown, enter, reset } = useWhatIf(reply)
  return (
    <>
      <MyTotal reply={reply} tried={isTrying ? shown : null} />
      <div className={classes.tools}>
        <Button variant="default" onClick={() => setOpened({})}>
          {t('howComputed')}
        </Button>
        <SwitchField
          label={t('whatIf')}
          value={isTrying}
          onChange={(checked) => {
            setTrying(checked)
            reset()
          }}
        />
        {isTrying && tried.size > 0 && (
          <Button variant="subtle" onClick={reset}>
            {t('reset')}
          </Button>
        )}
      </div>
      {isTrying && <Text c="dimmed">{t('whatIfText')}</Text>}
      {reply.categories.map((category) => (
        <MyCategory
          key={category.id}
          category={category}
          items={reply.items.filter(({ category_id }) => category_id === category.id)}
          shown={shown}
          tried={isTrying ? tried : null}
          onTry={enter}
          onOpen={() => setOpened({ category_id: category.id })}
        />
      ))}
      {opened && (
        <Modal opened onClose={() => setOpened(null)} title={t('gradebook:sum.title')}>
          <TotalSum book={reply} shown={shown} {...opened} />
        </Modal>
      )}
    </>
  )
}

import { IconListCheck } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

const RubricDialog = lazy(() => import('../marking/rubric-dialog.tsx'))

interface Props {
  question_id: string
  name: string
  max_points: number
}

/** Opens the rubric of a question that a person marks. */
export function RubricButton({ question_id, name, max_points }: Props) {
  const { t } = useTranslation('marking')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={`${t('rubric.title')}: ${name}`}
        variant="subtle"
        color="gray"
        size="xl"
        onClick={() => setOpen(true)}
      >
        <IconListCheck size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        <LoadedDialog question_id={question_id} max_points={max_points} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface DialogProps {
  question_id: string
  max_points: number
  onClose: () => void
}

function LoadedDialog({ question_id, max_points, onClose }: DialogProps) {
  const { errorText } = useErrorText()
  const { assessment_id = '' } = useParams()
  const { data, error } = useApiQuery(contract.getRubric, { id: assessment_id, question_id })
  useEffect(() => {
    if (!error) return
    toast(errorText(error), 'error')
    onClose()
  }, [error, errorText, onClose])
  if (!data) return null
  return (
    <Suspense>
      <RubricDialog assessment_id={assessment_id} rubric={data} max_points={max_points} onClose={onClose} />
    </Suspense>
  )
}

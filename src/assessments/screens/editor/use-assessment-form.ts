import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import { api } from '#tenancy/client/browser.ts'
import { invalidate } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { required } from '#ui/form/rules.ts'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { draftOf, inputOf, type Assessment } from './assessment-draft.ts'

export interface Conflict {
  changed_by: string | null
}

/** Saves the draft of an assessment, and publishes it. */
export function useAssessmentForm(assessment: Assessment) {
  const { id } = assessment
  const { t } = useTranslation('assessment-editor')
  const cache = useQueryClient()
  const version = useRef(assessment.version)
  const isPublishing = useRef(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [initialValues] = useState(() => draftOf(assessment))
  const reload = () => invalidate(cache, [contract.getAssessment, contract.listAssessments])
  const publication = usePublication(
    id,
    async (saved) => {
      version.current = saved.version
      await reload()
    },
    reload,
  )
  const form = useApiForm({
    contract: contract.updateAssessment,
    initialValues,
    rules: { name: required() },
    input: (values) => ({ id, ...inputOf(values), version: version.current }),
    onRefused(error) {
      isPublishing.current = false
      if (error.code !== 'edit_conflict') return false
      setConflict(error.problem as unknown as Conflict)
      return true
    },
    async onDone(saved) {
      version.current = saved.version
      setConflict(null)
      if (isPublishing.current) {
        isPublishing.current = false
        return publication.publish()
      }
      await reload()
      return toast(t('saved'))
    },
  })
  /** Publishes what is in the form. */
  const publish = () => {
    if (!form.isDirty) return publication.publish()
    isPublishing.current = true
    return form.submit()
  }
  return { form, conflict, publish, unpublish: publication.unpublish, isBusy: publication.isBusy }
}

function usePublication(
  id: string,
  onDone: (saved: Assessment) => Promise<void>,
  reload: () => Promise<void>,
) {
  const { t } = useTranslation('assessment-editor')
  const { errorText } = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const run = async (call: () => Promise<Assessment>, done: string) => {
    if (isBusy) return
    setBusy(true)
    try {
      await onDone(await call())
      toast(done)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(errorText(error), 'error')
      await reload()
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    publish: () => run(() => api(contract.publishAssessment, { id }), t('published')),
    unpublish: () => run(() => api(contract.unpublishAssessment, { id }), t('unpublished')),
  }
}

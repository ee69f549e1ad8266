import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '#tenancy/client/browser.ts'
import { invalidate } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { required } from '#ui/form/rules.ts'
import { useApiForm } from '#ui/form/use-api-form.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import type { Conflict } from './conflict-note.tsx'
import { draftOf, inputOf, type Template } from './template-draft.ts'
import { useDesign } from './use-design.ts'

/** The edited template: its fields and design, saved together against the version that was read. */
export function useTemplateForm(template: Template) {
  const { id } = template
  const { t } = useTranslation('certificate-designer')
  const cache = useQueryClient()
  const version = useRef(template.version)
  const editor = useDesign(template.design)
  const [savedDesign, setSavedDesign] = useState(template.design)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [initialValues] = useState(() => draftOf(template))
  const form = useApiForm({
    contract: contract.updateSchoolCertificate,
    initialValues,
    rules: { name: required() },
    input: (values) => ({ id, ...inputOf(values, editor.design), version: version.current }),
    onRefused(error) {
      if (error.code !== 'edit_conflict') return false
      setConflict(error.problem as unknown as Conflict)
      return true
    },
    async onDone(saved) {
      version.current = saved.version
      setConflict(null)
      setSavedDesign(editor.design)
      await invalidate(cache, [contract.getSchoolCertificate, contract.listSchoolCertificates])
      toast(t('saved'))
    },
  })
  /** Saves these changes over those of the other person. */
  const keepMine = async () => {
    version.current = (await api(contract.getSchoolCertificate, { id })).version
    await form.submit()
  }
  const isDirty = form.isDirty || editor.design !== savedDesign
  return { form: { ...form, isDirty }, editor, conflict, keepMine }
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { api } from '#tenancy/client/browser.ts'
import { invalidate } from '#tenancy/client/queries.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

export type RecipientKind = 'chosen' | 'completed'
export type PreviewRow = ApiReply<typeof contract.assignCertificates>['data'][number]

interface Values {
  /** Id of the template; null for that of the course. */
  template: string | null
  course_id: string | null
  recipients: RecipientKind
  students: string[]
  /** As it is printed, if one student is chosen; empty for the name of the account. */
  student_name: string
}

const start: Values = {
  template: null,
  course_id: null,
  recipients: 'chosen',
  students: [],
  student_name: '',
}

/** What a person still has to choose. */
const missingOf = ({ recipients, course_id, students }: Values): ('course_id' | 'students')[] => {
  if (recipients === 'completed') return course_id ? [] : ['course_id']
  return students.length > 0 ? [] : ['students']
}

const inputOf = ({ template, course_id, recipients, students }: Values) => ({
  certificate_id: template,
  course_id,
  ...(recipients === 'completed' ? { completed_only: true } : { student_ids: students }),
})

/** The steps of issuing: choose, see who gets one, issue. */
export function useIssue(onDone: () => void) {
  const { t } = useTranslation('manage-certificates')
  const cache = useQueryClient()
  const [values, setValues] = useState(start)
  const [preview, setPreview] = useState<PreviewRow[] | null>(null)
  const { run, isBusy, error, clear } = useRun()
  const key = useRef(crypto.randomUUID())
  const count = preview?.filter(({ outcome }) => outcome === 'issued').length ?? 0
  const showPreview = () =>
    run(async () => {
      key.current = crypto.randomUUID()
      setPreview((await api(contract.assignCertificates, { ...inputOf(values), preview: true })).data)
    })
  const submit = () =>
    run(async () => {
      const issued = await send(values, key.current)
      await invalidate(cache, [contract.listCertificates])
      toast(t('issue.done', { number: formatNumber(issued) }))
      onDone()
    })
  return {
    values,
    set: (change: Partial<Values>) => setValues((current) => ({ ...current, ...change })),
    missing: missingOf(values),
    preview,
    count,
    isBusy,
    error,
    showPreview,
    submit,
    back: () => {
      setPreview(null)
      clear()
    },
  }
}

/** Issues, and returns the number of certificates. A repeated attempt after a lost answer has the same key. */
async function send(values: Values, idempotencyKey: string): Promise<number> {
  const [student_id] = values.students
  const student_name = values.student_name.trim()
  const isNamed = values.recipients === 'chosen' && values.students.length === 1 && student_name !== ''
  if (!isNamed)
    return (await api(contract.assignCertificates, inputOf(values), { idempotencyKey })).issued_count
  const { template: certificate_id, course_id } = values
  const input = { student_id: student_id!, certificate_id, course_id, student_name }
  await api(contract.createStudentCertificate, input, { idempotencyKey })
  return 1
}

/** Runs one call at a time and keeps its refusal. */
function useRun() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const run = async (call: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await call()
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, error, clear: () => setError(null) }
}

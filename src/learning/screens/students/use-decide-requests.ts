import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { enrolmentLists } from './use-enrolment-changes.ts'

interface Request {
  course_id: string
  student_id: string
}

interface DecisionOptions {
  /** For a decline; the students read it. */
  reason?: string
  /** End of an approval, instead of the course's own limit. */
  end?: string
}

type Decision = ApiReply<typeof contract.approveStudents>

/** What staff decide about students: to approve, to decline a request, or to withdraw an approval. */
export type DecisionKind = 'approved' | 'declined' | 'unapproved'

/** Approves, declines or unapproves students of any courses, and offers to undo all of it. */
export function useDecideRequests() {
  const { errorText } = useErrorText()
  const options = {
    invalidates: enrolmentLists,
    onError: (error: ApiError) => toast(errorText(error), 'error'),
  }
  const approve = useApiMutation(contract.approveStudents, options)
  const decline = useApiMutation(contract.declineEnrolmentRequests, options)
  const undo = useApiMutation(contract.undoEnrolmentDecision, options)
  const report = useReport((decision_id) => undo.mutate({ decision_id }))
  /** Decides for each course, because the API decides for the students of one course. */
  const decide = async (requests: Request[], done: DecisionKind, { reason, end }: DecisionOptions = {}) => {
    const decisions: Decision[] = []
    try {
      for (const [course_id, of] of Map.groupBy(requests, (request) => request.course_id)) {
        const input = { course_id, student_ids: of.map((request) => request.student_id), undoable: true }
        const until = end ? { student_approval_end_date: end } : {}
        decisions.push(
          done === 'declined'
            ? await decline.mutateAsync({ ...input, ...(reason && { reason }) })
            : await approve.mutateAsync({ ...input, ...until, approved: done === 'approved' }),
        )
      }
    } catch {
      // The error is shown; the courses before it can still be undone.
    }
    report(decisions, done)
  }
  return { decide, isPending: approve.isPending || decline.isPending }
}

/** Shows how many students were changed, with undo, and why others were not. */
function useReport(undo: (decision_id: string) => void) {
  const { t } = useTranslation('learning')
  const { codeText } = useErrorText()
  return (decisions: Decision[], done: DecisionKind) => {
    const results = decisions.flatMap((decision) => decision.results)
    const failed = results.filter((result) => !result.ok)
    const count = results.length - failed.length
    if (count > 0)
      toastUndo(t(`decide.${done}`, { count }), {
        undo: () => {
          for (const { decision_id } of decisions) if (decision_id) undo(decision_id)
        },
      })
    const code = failed[0]?.code
    if (code) toast(t('approve.failed', { count: failed.length, why: codeText(code, code) }), 'error')
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { listAdmins, listStudents, listTeachers } from '#accounts/contract.ts'
import { queryKey, useApiMutation } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'

const changed = [contract.listFaculties, listStudents, listTeachers, listAdmins]

/** Invalidates every query that contains people's faculties. */
export function useInvalidatePeople() {
  const client = useQueryClient()
  return () => Promise.all(changed.map((read) => client.invalidateQueries({ queryKey: queryKey(read) })))
}

/** Adds or removes people and shows how many changed. */
export function useAssignPeople(onDone: () => void) {
  const { t } = useTranslation('faculties')
  const { errorText } = useErrorText()
  return useApiMutation(contract.assignPeople, {
    invalidates: changed,
    onSuccess({ added, removed }, { remove }) {
      toast(remove ? t('takenOut', { count: removed }) : t('broughtIn', { count: added }))
      onDone()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
}

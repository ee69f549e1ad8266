import { mySecondFactor } from '#accounts/contract.ts'
import { useApiQuery } from '#platform/client/page/queries.ts'
import { ProofFields } from '#ui/form/fields/verification-fields.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'

interface Props {
  form: Pick<ApiForm<{ password: string; code: string }>, 'field' | 'failure'>
}

/** What shows that it is the owner, just now. */
export function OwnerProof({ form }: Props) {
  const factor = useApiQuery(mySecondFactor, {}, { staleTime: 60_000 })
  return <ProofFields form={form} hasFactor={Boolean(factor.data?.enabled_at)} />
}

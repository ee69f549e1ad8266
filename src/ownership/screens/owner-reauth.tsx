import { getMySecondFactor } from '#accounts/contract.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { VerificationFields } from '#ui/form/fields/verification-fields.tsx'
import type { ApiForm } from '#ui/form/use-api-form.ts'

interface Props {
  form: Pick<ApiForm<{ password: string; code: string }>, 'field' | 'failure'>
}

/** Reauthentication of the owner. */
export function OwnerReauth({ form }: Props) {
  const factor = useApiQuery(getMySecondFactor, {}, { staleTime: 60_000 })
  return <VerificationFields form={form} hasFactor={Boolean(factor.data?.enabled_at)} />
}

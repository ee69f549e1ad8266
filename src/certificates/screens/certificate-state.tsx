import { Badge } from '@mantine/core'

const colors = { issued: 'success', expired: 'warning', revoked: 'error', superseded: 'gray' } as const

export type CertificateState = keyof typeof colors

/** States of certificates, in the order in which filters show them. */
export const certificateStates = ['issued', 'expired', 'revoked', 'superseded'] as const

/** The state of a certificate in the words of the screen. */
export function StateBadge({ state, label }: { state: CertificateState; label: string }) {
  return (
    <Badge color={colors[state]} variant="light" tt="none">
      {label}
    </Badge>
  )
}

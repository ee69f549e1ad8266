import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link in a list that may wrap anywhere. */
export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor
    fw={600}
    style={{ overflowWrap: 'break-word' }}
    renderRoot={(props: object) => <Link to={to} {...props} />}
  >
    {children}
  </Anchor>
)

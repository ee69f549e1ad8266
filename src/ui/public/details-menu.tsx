import type { ReactNode } from 'react'

interface Props {
  /** Text for screen readers; `summary` shows it or an icon. */
  label: string
  summary: ReactNode
  children: ReactNode
}

/** A menu that opens without a script; the small script closes it on Escape and on clicks elsewhere. */
export function DetailsMenu({ label, summary, children }: Props) {
  return (
    <details className="p-menu" data-menu="">
      <summary>
        {summary}
        <span className="p-hidden">{label}</span>
      </summary>
      <div className="p-menu-list">{children}</div>
    </details>
  )
}

import { Tabs as MantineTabs } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

interface Tab {
  value: string
  label: ReactNode
  icon?: ReactNode
  content: ReactNode
}

interface Props {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}

/** Tabs with arrow keys, mirrored in right-to-left; Home and End also select, which Mantine does not support. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const [shown, show] = useShownTab(value)
  const choose = (next: string) => {
    show(next)
    onChange(next)
  }
  const jump = (event: KeyboardEvent) => {
    const target = event.key === 'Home' ? tabs[0] : event.key === 'End' ? tabs.at(-1) : undefined
    if (target) choose(target.value)
  }
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => bringIntoView(list.current), [shown])
  return (
    <MantineTabs value={shown} onChange={(next) => next && choose(next)} keepMounted={false}>
      <MantineTabs.List ref={list} aria-label={label} style={{ overflowX: 'auto' }}>
        {tabs.map((tab) => (
          <MantineTabs.Tab key={tab.value} value={tab.value} leftSection={tab.icon} onKeyDown={jump}>
            {tab.label}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map((tab) => (
        <MantineTabs.Panel key={tab.value} value={tab.value} pt="lg">
          {tab.content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  )
}

/**
 * The tab to show: the chosen one at once, although a tab in the address changes with the next transition.
 * Otherwise text typed into the new tab on a slow phone would land in the old one and be lost.
 */
function useShownTab(value: string) {
  const [choice, setChoice] = useState({ value, tab: value })
  if (choice.value !== value) setChoice({ value, tab: value })
  return [choice.tab, (tab: string) => setChoice({ value, tab })] as const
}

/**
 * On a narrow screen the open tab may be outside of the visible part of the list. Scrolls the list, not the page.
 */
function bringIntoView(list: HTMLElement | null) {
  const tab = list?.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
  if (!list || !tab) return
  const row = list.getBoundingClientRect()
  if (tab.right > row.right) list.scrollLeft += tab.right - row.right
  if (tab.left < row.left) list.scrollLeft -= row.left - tab.left
}

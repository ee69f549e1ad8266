/** Runs in the page: controls below 44 px. The area of a control includes its label and an enlarged area around it. */
export function smallControls() {
  const heightOf = (element: Element | null | undefined): number => {
    if (!element) return 0
    const area = getComputedStyle(element, '::after')
    const enlarged = area.position === 'absolute' && area.content === '""' ? parseFloat(area.height) : 0
    return Math.max(element.getBoundingClientRect().height, enlarged || 0)
  }
  const controls = 'button, [role=tab], a.mantine-Button-root, select, input:not([type=hidden], [type=file])'
  return [...document.querySelectorAll<HTMLInputElement>(controls)]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
    .map((element) => {
      const field = element.closest('.mantine-Input-wrapper, .mantine-SegmentedControl-control')
      const labels = [...(element.labels ?? [])].map(heightOf)
      const height = Math.max(heightOf(element), ...labels, heightOf(field))
      return { name: element.ariaLabel ?? (element.textContent || element.name), height }
    })
    .filter(({ height }) => height < 43.5)
}

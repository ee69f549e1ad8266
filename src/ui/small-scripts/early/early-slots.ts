/** An element that the server rendered empty for a small script. */
export const slot = (name: string) => document.querySelector<HTMLElement>(`[data-early="${name}"]`)

export function write(name: string, text: string) {
  const element = slot(name)
  if (element) element.textContent = text
}

/** The response may arrive before the document is parsed. */
export const parsed = () =>
  document.readyState === 'loading'
    ? new Promise<void>((resolve) => document.addEventListener('DOMContentLoaded', () => resolve()))
    : Promise.resolve()

/** Resolves after the next frame; a page in the background paints none. */
export const shown = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 500)
  })

/**
 * Stores clicks before hydration and replays them afterwards. Without this the browser would submit a form
 * itself, with its fields in the address.
 */
export function bufferClicks() {
  /** In click order; a choice stores the last value. */
  const bufferedClicks = new Map<HTMLElement, boolean>()

  function press(event: Event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    // The dialog of `confirmAccountSwitch` must work before the app loads.
    if (!button || button.closest('dialog[data-before-app]')) return
    event.preventDefault()
    event.stopPropagation()
    button.dataset.pressed = ''
    button.setAttribute('aria-busy', 'true')
    bufferedClicks.set(button, true)
  }
  /** A choice shows at once and is replayed later. */
  function choose({ target }: Event) {
    if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)) {
      bufferedClicks.delete(target)
      bufferedClicks.set(target, target.checked)
    }
  }
  /** Submit of a form without a button. */
  const send = (event: Event) => event.preventDefault()

  const listeners = [
    ['click', press],
    ['change', choose],
    ['submit', send],
  ] as const
  for (const [name, listener] of listeners) document.addEventListener(name, listener, true)

  window.keptPresses = () => {
    delete window.keptPresses
    for (const [name, listener] of listeners) document.removeEventListener(name, listener, true)
    for (const [element, chosen] of bufferedClicks) {
      if (element instanceof HTMLInputElement) element.checked = !chosen
      else {
        delete element.dataset.pressed
        element.removeAttribute('aria-busy')
      }
      if (element.isConnected) element.click()
    }
  }
}

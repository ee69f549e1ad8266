/**
 * Holds what is pressed while the page already shows but its script is still on its way, and does it once the app
 * has taken the page over. Without this a form would be sent by the browser itself, its fields in the address.
 */
export function bufferClicks() {
  /** In their order; of a choice with what was chosen last. */
  const bufferedClicks = new Map<HTMLElement, boolean>()

  function press(event: Event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    // The question of `askToSwitch` is answered before the app is there.
    if (!button || button.closest('dialog[data-before-app]')) return
    event.preventDefault()
    event.stopPropagation()
    button.dataset.pressed = ''
    button.setAttribute('aria-busy', 'true')
    bufferedClicks.set(button, true)
  }
  /** A choice shows at once; the app hears of it later. */
  function choose({ target }: Event) {
    if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)) {
      bufferedClicks.delete(target)
      bufferedClicks.set(target, target.checked)
    }
  }
  /** Of a form without a button. */
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

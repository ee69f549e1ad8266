import type { AccountSwitchPrompt } from '#tenancy/client/session/redeem-address-token.ts'
import { earlyTexts } from '#tenancy/client/early-texts.ts'

/** Returns `t('switch:title')` of the document. */
function switchTexts() {
  const texts = earlyTexts().switch
  return (key: `switch:${keyof typeof texts}`) => texts[key.slice('switch:'.length) as keyof typeof texts]
}

/** Confirms before a session of another person starts in this browser. True to switch; the default is to stay. */
export function confirmAccountSwitch({ current, arriving }: AccountSwitchPrompt): Promise<boolean> {
  const t = switchTexts()
  const filled = (text: string) =>
    text.replace('{{current}}', current ?? '').replace('{{arriving}}', arriving)
  const dialog = document.createElement('dialog')
  dialog.dataset.beforeApp = ''
  const title = createElement('h2', t('switch:title'), {
    margin: '0 0 12px',
    fontSize: '20px',
    lineHeight: '1.3',
  })
  title.id = 'switch-title'
  dialog.setAttribute('aria-labelledby', title.id)
  const text = createElement('p', filled(current ? t('switch:running') : t('switch:visitor')), {
    margin: '0 0 20px',
  })
  const stay = button(filled(current ? t('switch:stay') : t('switch:refuse')), true)
  const go = button(filled(t('switch:switch')), false)
  dialog.append(title, text, stay, go)
  Object.assign(dialog.style, boxStyle)
  document.body.append(dialog)
  dialog.showModal()
  stay.focus()
  return new Promise((resolve) => {
    const answer = (switches: boolean) => {
      dialog.close()
      dialog.remove()
      resolve(switches)
    }
    stay.addEventListener('click', () => answer(false))
    go.addEventListener('click', () => answer(true))
    dialog.addEventListener('cancel', () => answer(false))
  })
}

const boxStyle = {
  boxSizing: 'border-box',
  width: 'min(440px, calc(100vw - 32px))',
  padding: '24px',
  border: '1px solid GrayText',
  borderRadius: '12px',
  fontFamily: 'inherit',
  fontSize: '16px',
  lineHeight: '1.5',
  overflowWrap: 'anywhere',
}

function createElement(tag: 'h2' | 'p', text: string, style: Partial<CSSStyleDeclaration>) {
  const element = document.createElement(tag)
  element.textContent = text
  Object.assign(element.style, style)
  return element
}

function button(label: string, isDefault: boolean) {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = label
  Object.assign(element.style, {
    display: 'block',
    width: '100%',
    minHeight: '44px',
    marginTop: '8px',
    padding: '8px 16px',
    font: 'inherit',
    fontWeight: isDefault ? '600' : '400',
    color: isDefault ? 'Canvas' : 'CanvasText',
    background: isDefault ? 'CanvasText' : 'Canvas',
    border: '1px solid CanvasText',
    borderRadius: '8px',
    cursor: 'pointer',
  })
  return element
}

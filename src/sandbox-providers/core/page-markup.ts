import type { ChallengeStep, TestCard } from './test-cards.ts'
import type { PaymentMethod, SandboxCheckout } from './store.ts'

/** Text for HTML, also within an attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style = `
  :root { color-scheme: light dark; --line: #767676; --accent: #1d4ed8; --surface: #fff; --ground: #f3f4f6; --alert: #b91c1c }
  @media (prefers-color-scheme: dark) { :root { --line: #8b8b8b; --accent: #2563eb; --surface: #1f2023; --ground: #141517; --alert: #fca5a5 } }
  * { box-sizing: border-box }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: var(--ground) }
  .notice { background: #fde68a; color: #422006; padding: .75rem 1rem; margin: 0; text-align: center }
  main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; overflow-wrap: anywhere }
  h2 { font-size: 1rem; margin: 0 0 .25rem }
  section { background: var(--surface); border-radius: .75rem; padding: 1.25rem; margin-block-end: 1rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 }
  dt { opacity: .8 } dd { margin: 0; text-align: end; overflow-wrap: anywhere }
  form { display: grid; gap: .75rem; margin: 0 } form + form { margin-block-start: .75rem }
  label { display: grid; gap: .25rem; font-weight: 600 }
  .row { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
  input, button { font: inherit; min-height: 44px; padding: .5rem .75rem; border-radius: .5rem; border: 1px solid var(--line); width: 100%; background: transparent; color: inherit }
  input { font-weight: 400 } button { cursor: pointer }
  button.primary { background: var(--accent); border-color: var(--accent); color: #fff; font-weight: 600 }
  .cards button { text-align: start; display: grid }
  .cards span { overflow-wrap: anywhere } .cards .label { font-size: .875rem; opacity: .85 }
  p { margin: 0 0 .75rem } .hint { font-size: .875rem; opacity: .85 }
  [role=alert] { border: 2px solid var(--alert); border-radius: .5rem; padding: .75rem; margin-block-end: 1rem }
  a { color: inherit }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

export interface PageView {
  /** Name of the provider. */
  provider: string
  /** Amount as people read it. */
  amount: string
  cards: readonly TestCard[]
  /** Why the last try failed. */
  problem?: string | undefined
  return_url: string
}

/** The hosted page on which a browser pays. Says clearly that no money moves. Works without script. */
export function checkoutPage(checkout: SandboxCheckout, view: PageView): string {
  const { problem, provider } = view
  const action = actionOf(checkout, view)
  const alert = problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''
  const details = `<section><dl><dt>For</dt><dd>${escapeHtml(checkout.description)}</dd><dt>Email</dt><dd>${escapeHtml(checkout.email)}</dd><dt>Reference</dt><dd>${escapeHtml(checkout.reference)}</dd></dl></section>`
  return documentMarkup(
    `Sandbox: ${action.toLowerCase()} (${provider})`,
    provider,
    `<h1>${escapeHtml(action)}</h1>${alert}${details}${actions(checkout, view)}`,
  )
}

/** What the buyer does on the page. */
const actionOf = ({ setup }: SandboxCheckout, { amount }: PageView) => (setup ? 'Save card' : `Pay ${amount}`)

function actions(checkout: SandboxCheckout, view: PageView) {
  if (checkout.status !== 'open') {
    const done = checkout.setup ? 'The card is saved.' : 'This payment is complete.'
    const ended = checkout.status === 'expired' ? 'This page has expired.' : done
    return `<section><p>${ended}</p><a href="${escapeHtml(view.return_url)}">Return to the shop</a></section>`
  }
  const step = checkout.challenge?.steps[0]
  if (step) return challengeSection(step) + cancelForm
  return (
    (checkout.methods.includes('card') ? cardSection(view, actionOf(checkout, view)) : '') +
    checkout.methods
      .filter((method) => method !== 'card')
      .map(methodForm)
      .join('') +
    cancelForm
  )
}

const methodNames: Record<Exclude<PaymentMethod, 'card'>, string> = {
  bank_transfer: 'Pay by bank transfer',
  mobile_money: 'Pay with mobile money',
}
const methodForm = (method: Exclude<PaymentMethod, 'card'>) =>
  `<form method="post"><button name="action" value="${method}">${methodNames[method]}</button></form>`
const cancelForm = `<form method="post"><button name="action" value="cancel">Cancel and return</button></form>`

const cardSection = ({ cards }: PageView, action: string) => `<section><form method="post">
<label>Card number <input name="card_number" inputmode="numeric" autocomplete="off" required></label>
<div class="row"><label>Expiry (MM/YY) <input name="expiry" autocomplete="off" required></label>
<label>Security code <input name="cvc" inputmode="numeric" autocomplete="off" required></label></div>
<button class="primary" name="action" value="card">${escapeHtml(action)}</button></form></section>
<section><h2>Test cards</h2><p class="hint">Choose one to use it. Real cards are refused.</p>
<form method="post" class="cards">${cards.map(cardButton).join('')}</form></section>`

/** A button that chooses a test card. */
export const cardButton = ({ number, label }: TestCard) =>
  `<button name="test_card" value="${number}"><span>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span><span class="label">${escapeHtml(label)}</span></button>`

function challengeSection({ kind, answer }: ChallengeStep) {
  if (kind === 'bank')
    return `<section><h2>Confirm with your bank</h2><p>A real bank would now check that you own the card.</p>
<form method="post"><button class="primary" name="answer" value="approve">Approve payment</button>
<button name="answer" value="reject">Reject payment</button></form></section>`
  const label = kind === 'pin' ? 'Card PIN' : 'One-time password'
  return `<section><h2>Confirm with your bank</h2><form method="post">
<label>${label} <input name="answer" inputmode="numeric" autocomplete="off" required></label>
<p class="hint">The sandbox accepts ${escapeHtml(answer)}.</p><button class="primary">Continue</button></form></section>`
}

/** The page of an address that leads to no checkout. */
export const missingPage = (): string =>
  documentMarkup(
    'Sandbox: page not found',
    'a payment provider',
    '<h1>Page not found</h1><section><p>The sandbox has no payment at this address.</p></section>',
  )

/** A whole page of the sandbox. */
export const documentMarkup = (title: string, provider: string, main: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${style}</style></head>
<body><header class="notice"><strong>Sandbox: no real money.</strong> This page stands in for ${escapeHtml(provider)}.</header>
<main>${main}</main></body></html>`

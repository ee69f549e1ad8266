/** How a public page speaks with the API. */
export type Ask = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<Response>

interface Place {
  status: string | null
  has_access: boolean
  may_ask: boolean
}

/** Shows, in each place that joins a course, what fits a reader who is a student or staff, and asks to join. */
export function enableJoining(kind: string, ask: Ask) {
  for (const place of document.querySelectorAll<HTMLElement>('[data-join]')) {
    if (kind === 'staff') show(place, 'staff')
    if (kind === 'student') void settle(place, ask)
  }
}

/** In the address of somebody who registered in order to join. */
export const joinHash = '#join'

/** Only the page of registration may ask in a reader's name; a link from anywhere else may not. */
function takeWish() {
  if (location.hash !== joinHash) return false
  history.replaceState(null, '', location.pathname + location.search)
  const from = URL.parse(document.referrer)
  return from?.origin === location.origin && from.pathname === '/register'
}

async function settle(place: HTMLElement, ask: Ask) {
  const id = place.dataset.join
  const look = async () => {
    const answer = await ask('GET', `/courses/v1/stu/courses/check-student/${id}`)
    show(place, answer.ok ? stateOf((await answer.json()) as Place) : 'failed')
  }
  const button = place.querySelector<HTMLButtonElement>('[data-join-when="ask"]')
  const wished = takeWish()
  button?.addEventListener('click', () => {
    button.disabled = true
    ask('PUT', `/courses/v1/stu/students?course_id=${id}`)
      .then((answer) => (answer.ok ? look() : show(place, 'failed')))
      .catch(() => show(place, 'failed'))
      .finally(() => {
        button.disabled = false
        arriveAt(place)
      })
  })
  await look().catch(() => show(place, 'failed'))
  if (wished && button?.hidden === false) button.click()
}

function stateOf({ status, has_access, may_ask }: Place) {
  // Who is approved before the course starts is told there when it does.
  if (has_access || status === 'approved') return 'open'
  if (status === 'pending') return 'pending'
  return may_ask ? 'ask' : 'closed'
}

function show(place: HTMLElement, state: string) {
  for (const part of place.querySelectorAll<HTMLElement>('[data-join-when]')) {
    const wanted = part.dataset.joinWhen
    // After a failure the button stays, so that it can be pressed again.
    part.hidden = wanted !== state && !(state === 'failed' && wanted === 'ask')
  }
}

/** What the press came to takes the focus of a button that is gone, so that it is read out and the keyboard goes on there. */
function arriveAt(place: HTMLElement) {
  const shown = place.querySelector<HTMLElement>('[data-join-when]:not([hidden])')
  if (!shown) return
  if (!shown.matches('a, button')) shown.tabIndex = -1
  shown.focus()
  const failed = place.querySelector<HTMLElement>('[data-join-when="failed"]:not([hidden])')
  const said = place.querySelector('[data-join-said]')
  if (said) said.textContent = failed?.textContent ?? ''
}

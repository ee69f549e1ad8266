/** How a public page speaks with the API. */
export type CallApi = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<Response>

interface Place {
  status: string | null
  has_access: boolean
  may_request: boolean
}

/** Shows, in each place that joins a course, what fits a reader who is a student or staff, and asks to join. */
export function enableCourseRequests(kind: string, ask: CallApi) {
  for (const container of document.querySelectorAll<HTMLElement>('[data-join]')) {
    if (kind === 'staff') show(container, 'staff')
    if (kind === 'student') void settle(container, ask)
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

async function settle(container: HTMLElement, ask: CallApi) {
  const id = container.dataset.join
  const look = async () => {
    const answer = await ask('GET', `/courses/v1/stu/courses/check-student/${id}`)
    show(container, answer.ok ? stateOf((await answer.json()) as Place) : 'failed')
  }
  const button = container.querySelector<HTMLButtonElement>('[data-join-when="ask"]')
  const wished = takeWish()
  button?.addEventListener('click', () => {
    button.disabled = true
    ask('PUT', `/courses/v1/stu/students?course_id=${id}`)
      .then((answer) => (answer.ok ? look() : show(container, 'failed')))
      .catch(() => show(container, 'failed'))
      .finally(() => {
        button.disabled = false
        arriveAt(container)
      })
  })
  await look().catch(() => show(container, 'failed'))
  if (wished && button?.hidden === false) button.click()
}

function stateOf({ status, has_access, may_request }: Place) {
  // Who is approved before the course starts is told there when it does.
  if (has_access || status === 'approved') return 'open'
  if (status === 'pending') return 'pending'
  return may_request ? 'ask' : 'closed'
}

function show(container: HTMLElement, state: string) {
  for (const part of container.querySelectorAll<HTMLElement>('[data-join-when]')) {
    const shownWhen = part.dataset.joinWhen
    // After a failure the button stays, so that it can be pressed again.
    part.hidden = shownWhen !== state && !(state === 'failed' && shownWhen === 'ask')
  }
}

/** What the press came to takes the focus of a button that is gone, so that it is read out and the keyboard goes on there. */
function arriveAt(container: HTMLElement) {
  const shown = container.querySelector<HTMLElement>('[data-join-when]:not([hidden])')
  if (!shown) return
  if (!shown.matches('a, button')) shown.tabIndex = -1
  shown.focus()
  const failed = container.querySelector<HTMLElement>('[data-join-when="failed"]:not([hidden])')
  const said = container.querySelector('[data-join-said]')
  if (said) said.textContent = failed?.textContent ?? ''
}

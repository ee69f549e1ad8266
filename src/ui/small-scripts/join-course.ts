/** Calls the API from a public page. */
export type CallApi = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<Response>

interface Place {
  status: string | null
  has_access: boolean
  may_request: boolean
}

/** Shows in each join form the part for this reader (student or staff), and sends the request to join. */
export function enableCourseRequests(kind: string, ask: CallApi) {
  for (const container of document.querySelectorAll<HTMLElement>('[data-join]')) {
    if (kind === 'staff') show(container, 'staff')
    if (kind === 'student') void settle(container, ask)
  }
}

/** Address fragment after a registration that started from a join button. */
export const joinHash = '#join'

/** Accepts the request only from the registration page; a link from elsewhere must not act for the reader. */
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
  // The target page tells an approved student when the course starts.
  if (has_access || status === 'approved') return 'open'
  if (status === 'pending') return 'pending'
  return may_request ? 'ask' : 'closed'
}

function show(container: HTMLElement, state: string) {
  for (const part of container.querySelectorAll<HTMLElement>('[data-join-when]')) {
    const shownWhen = part.dataset.joinWhen
    // After a failure the button stays visible, so that it can be clicked again.
    part.hidden = shownWhen !== state && !(state === 'failed' && shownWhen === 'ask')
  }
}

/** Focuses the result message when its button disappears, for screen readers and keyboard users. */
function arriveAt(container: HTMLElement) {
  const shown = container.querySelector<HTMLElement>('[data-join-when]:not([hidden])')
  if (!shown) return
  if (!shown.matches('a, button')) shown.tabIndex = -1
  shown.focus()
  const failed = container.querySelector<HTMLElement>('[data-join-when="failed"]:not([hidden])')
  const said = container.querySelector('[data-join-said]')
  if (said) said.textContent = failed?.textContent ?? ''
}

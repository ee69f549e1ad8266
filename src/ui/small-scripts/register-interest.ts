import type { CallApi } from './call-api.ts'

/** Subscribes a reader to the opening of a course: a student by one click, a visitor by e-mail. */
export function enableInterestForm(kind: string, callApi: CallApi) {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-tell-me]')) {
    if (kind === 'staff') continue
    form.hidden = false
    if (kind === 'student') void greetStudent(form, callApi)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form, callApi)
    })
  }
}

async function greetStudent(form: HTMLFormElement, callApi: CallApi) {
  const label = form.querySelector<HTMLElement>('[data-tell-email]')
  const field = form.querySelector('input')
  if (label) label.hidden = true
  if (field) field.disabled = true
  const answer = await callApi(
    'GET',
    `/courses/v2/courses/${form.dataset.tellMe}/opening-subscriptions/mine`,
  ).catch(() => null)
  if (!answer?.ok) return
  const { is_subscribed } = (await answer.json()) as { is_subscribed: boolean }
  if (is_subscribed) show(form, 'done')
}

async function send(form: HTMLFormElement, callApi: CallApi) {
  const button = form.querySelector('button')!
  const field = form.querySelector('input')
  const email = field && !field.disabled ? field.value.trim() : ''
  button.disabled = true
  const path = `/courses/v2/courses/${form.dataset.tellMe}/opening-subscriptions`
  const answer = await callApi('POST', path, email ? { email } : {}).catch(() => null)
  button.disabled = false
  show(form, answer?.ok ? 'done' : 'failed')
}

/** Shows and announces the result. After success the form is hidden. */
function show(form: HTMLFormElement, state: 'done' | 'failed') {
  for (const part of form.querySelectorAll<HTMLElement>('[data-tell-said]'))
    part.hidden = part.dataset.tellSaid !== state
  if (state === 'done')
    for (const part of form.querySelectorAll<HTMLElement>('button, [data-tell-email]')) part.hidden = true
  const status = form.querySelector('[data-tell-status]')
  if (status) status.textContent = form.querySelector(`[data-tell-said="${state}"]`)?.textContent ?? ''
}

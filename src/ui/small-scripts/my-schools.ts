import type { CallApi } from './join-course.ts'

/** Requests a mail with all schools of an address. The confirmation is the same for every address. */
export function enableMySchoolsForm(ask: CallApi) {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-my-schools]')) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form, ask)
    })
  }
}

async function send(form: HTMLFormElement, ask: CallApi) {
  const button = form.querySelector('button')!
  const email = form.querySelector('input')!.value.trim()
  button.disabled = true
  const answer = await ask('POST', '/schools/v2/my-schools-email', { email }).catch(() => null)
  button.disabled = false
  const state = answer?.ok ? 'done' : answer?.status === 429 ? 'busy' : 'failed'
  const status = form.querySelector('[data-said]')
  if (status) status.textContent = form.querySelector(`template[data-${state}]`)?.innerHTML ?? ''
}

import type { CallApi } from './call-api.ts'

/** Requests a mail with all schools of an address. The confirmation is the same for every address. */
export function enableMySchoolsForm(callApi: CallApi) {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-my-schools]')) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(form, callApi)
    })
  }
}

async function send(form: HTMLFormElement, callApi: CallApi) {
  const button = form.querySelector('button')!
  const email = form.querySelector('input')!.value.trim()
  button.disabled = true
  const answer = await callApi('POST', '/schools/v2/my-schools-email', { email }).catch(() => null)
  button.disabled = false
  const state = answer?.ok ? 'done' : answer?.status === 429 ? 'busy' : 'failed'
  const status = form.querySelector('[data-said]')
  if (status) status.textContent = form.querySelector(`template[data-${state}]`)?.innerHTML ?? ''
}

import { dispatchSessionChange, getBrowserApp, sendWithFetch } from '../browser.ts'
import { storeLogin, storedToken, type LoginReply } from './session.ts'

/** Stores the reply of a login or registration. */
export function logIn(login: LoginReply) {
  storeLogin(getBrowserApp().store, login)
  dispatchSessionChange()
}

/** Ends the session on the server, clears storage, and opens the home page. */
export async function logOut() {
  const { frame, store } = getBrowserApp()
  const token = storedToken(store)
  // Whatever the server answers, the browser deletes the session.
  if (token)
    await sendWithFetch({
      method: 'POST',
      path: frame.host.kind === 'school' ? '/api/schools/auth/api/v1/logout' : '/api/accounts/v1/logout',
      headers: {
        'content-type': 'application/json',
        'x-request-source': 'web',
        'x-api-username': frame.api.username,
        'x-api-secret': frame.api.secret,
        'x-access-token': token,
      },
      body: '{}',
    }).catch(() => null)
  localStorage.clear()
  sessionStorage.clear()
  location.assign('/')
}

import { announceSession, inBrowser, sendByFetch } from './browser.ts'
import { keepLogin, storedToken, type Login } from './session.ts'

/** Keeps what a login or a registration answered with. */
export function signIn(login: Login) {
  keepLogin(inBrowser().store, login)
  announceSession()
}

/** Ends the session on the server, clears what the browser kept, and goes to the home page. */
export async function signOut() {
  const { frame, store } = inBrowser()
  const token = storedToken(store)
  // Whatever the server says, this browser forgets the session.
  if (token)
    await sendByFetch({
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

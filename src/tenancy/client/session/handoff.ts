import { redeemAddressToken, type AccountSwitchPrompt } from './redeem-address-token.ts'
import { getBrowserApp } from '../browser.ts'
import { storedToken } from './session.ts'

/**
 * Redeems the token of the address before the page starts. False if the page is navigating away and must not
 * start.
 */
export async function redeemHandoff(
  token: string,
  confirmSwitch: (question: AccountSwitchPrompt) => Promise<boolean>,
): Promise<boolean> {
  const { frame, store } = getBrowserApp()
  const arrival = await redeemAddressToken(token, { frame, store, confirmSwitch })
  delete window.arrivedHandoff
  if (arrival.kind === 'in') return true
  if (arrival.kind === 'second_step') {
    location.replace(`/second-factor${location.search}#${arrival.step}`)
    return false
  }
  const isPrivate = document.documentElement.dataset.page === 'private'
  if (storedToken(store) || !isPrivate) return true
  // Without the token the address is an ordinary one: the guard decides again.
  location.reload()
  return false
}

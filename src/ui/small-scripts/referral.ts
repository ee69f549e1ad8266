import { formatMoney } from '#lib/money/money.ts'
import { getCookie, setCookie } from '#platform/client/session/cookies.ts'
import type { CallApi } from './call-api.ts'
import { chosenTier } from './tiers.ts'

/** Cookie with the code of the affiliate whose link was clicked first. */
const cookie = 'ref'
const daySeconds = 86_400

/** Code of the affiliate whose link brought this browser; null without one, or when its time is over. */
export const referralCode = (): string | null => getCookie(cookie)

/**
 * Counts a click on the link of an affiliate, and remembers the first one as long as the school says. The cookie names the
 * affiliate and nothing about the visitor. Returns the code that counts for purchases.
 */
export async function rememberReferral(callApi: CallApi): Promise<string | null> {
  const url = new URL(location.href)
  const clicked = url.searchParams.get('ref')
  if (!clicked || !/^[A-Za-z0-9]{1,40}$/.test(clicked)) return getCookie(cookie)
  url.searchParams.delete('ref')
  history.replaceState(history.state, '', url)
  const answer = await callApi('POST', '/affiliates/v1/clicks', { code: clicked }).catch(() => null)
  if (!answer?.ok) return getCookie(cookie)
  const { code, link_days } = (await answer.json()) as { code: string; link_days: number }
  if (!getCookie(cookie)) setCookie(cookie, code, link_days * daySeconds)
  return getCookie(cookie) ?? code
}

/** Shows the price of an item with the link's discount. */
async function showPrice(note: HTMLElement, callApi: CallApi, item: Record<string, string>) {
  const answer = await callApi('GET', `/affiliates/v1/preview?${new URLSearchParams(item)}`)
  if (!answer.ok) return
  const price = (await answer.json()) as { total: number; discount: number; currency: string }
  note.querySelector('[data-referral-price]')!.textContent = formatMoney(price.total, price.currency)
  note.hidden = price.discount === 0
}

/** Shows what plans cost with the link of an affiliate. The checkout reads the code from the cookie. */
export function enablePlanReferrals(callApi: CallApi, code: string) {
  for (const note of document.querySelectorAll<HTMLElement>('[data-referred-plan]'))
    void showPrice(note, callApi, { plan_id: note.dataset.referredPlan!, code }).catch(() => {})
}

/** Shows the price with the link's discount, and passes the code to the checkout. */
export async function enableReferral(form: HTMLElement, callApi: CallApi, code: string) {
  form.dataset.affiliate = code
  const note = form.querySelector<HTMLElement>('[data-referral]')
  if (!note) return
  const show = () => {
    const { tier } = chosenTier(form)
    const item = { course_id: form.dataset.join!, code, ...(tier && { tier: String(tier) }) }
    return showPrice(note, callApi, item)
  }
  for (const option of form.querySelectorAll('[data-tiers] input'))
    option.addEventListener('change', () => void show().catch(() => {}))
  await show().catch(() => {})
}

/** The affiliate of a checkout; absent without a link. */
export const chosenAffiliate = (form: HTMLElement): { affiliate_code?: string } => {
  const { affiliate } = form.dataset
  return affiliate ? { affiliate_code: affiliate } : {}
}

import {
  addsCourses,
  chosenBumps,
  enableBumps,
  restoreBumps,
  selectBumps,
  showBumps,
  showChangedBumps,
} from './bumps.ts'
import { isBumpRefusal, loadPurchaseState, openPaymentPage, type Enrolment } from './buy-course.ts'
import type { CallApi } from './call-api.ts'
import { chosenCoupon, enableCoupon, showCouponResult } from './coupon.ts'
import { chosenAffiliate, enablePlanReferrals, enableReferral, rememberReferral } from './referral.ts'
import { chosenTier, enableTiers, selectTier, showTierPrices } from './tiers.ts'

/**
 * Shows in each join form the part for this reader (student or staff), and joins or buys on click. `updateReturns` runs
 * after the address changed.
 */
export function enableJoinForms(kind: string, callApi: CallApi, updateReturns: () => void) {
  const referral = kind === 'staff' ? Promise.resolve(null) : rememberReferral(callApi).catch(() => null)
  void referral.then((code) => {
    updateReturns()
    if (code) enablePlanReferrals(callApi, code)
  })
  for (const form of document.querySelectorAll<HTMLElement>('[data-join]')) {
    enableBar(form)
    enableTiers(form, updateReturns)
    enableBumps(form, callApi, updateReturns)
    const updateOffers = () => {
      updateReturns()
      void showBumps(form, callApi)
    }
    if (kind === 'staff') showState(form, 'staff')
    const enableOffers = async () => {
      const code = await referral
      if (code) await enableReferral(form, callApi, code)
      await enableCoupon(form, callApi, updateOffers)
      if (addsCourses(form)) await showBumps(form, callApi)
    }
    const coupon = kind === 'staff' ? Promise.resolve() : enableOffers()
    if (kind === 'student') void enableForStudent(form, callApi, coupon)
    else if (kind !== 'staff') showState(form, 'visitor')
  }
}

const isSold = (form: HTMLElement) => form.dataset.sold !== undefined

const joinHash = '#join'
const buyHash = '#buy'

/** Address fragment with which a link of a join form returns from login or registration, so that the form continues. */
export function returnHash(link: HTMLAnchorElement): string {
  const form = link.closest<HTMLElement>('[data-join]')
  if (!form) return ''
  if (isSold(form)) return buyHash
  return link.pathname === '/register' ? joinHash : ''
}

/**
 * Whether the reader comes from login or registration to join or buy. A link from elsewhere must not act for the
 * reader.
 */
function consumeReturnHash() {
  const { hash } = location
  if (hash !== joinHash && hash !== buyHash) return false
  history.replaceState(null, '', location.pathname + location.search)
  const from = URL.parse(document.referrer)
  const pages = hash === buyHash ? ['/register', '/login'] : ['/register']
  return from?.origin === location.origin && pages.includes(from.pathname)
}

async function enableForStudent(form: HTMLElement, callApi: CallApi, coupon: Promise<void>) {
  const showFailure = () => showState(form, 'failed')
  const showCurrentState = () => loadState(form, callApi).then((state) => showState(form, state), showFailure)
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button[data-join-action]')]
  const continues = consumeReturnHash()
  if (continues) restoreBumps(form)
  // Nothing for this reader is known yet. What follows the form appears with it, so that nothing moves.
  showState(form, 'loading')
  form.dataset.loading = ''
  const setBusy = (isBusy: boolean) => {
    for (const button of buttons) button.disabled = isBusy
  }
  const act = async (button: HTMLButtonElement) => {
    setBusy(true)
    const isDone = await (isSold(form) ? buy(form, callApi, button) : requestToJoin(form, callApi)).catch(
      () => false,
    )
    await (isDone ? showCurrentState() : showFailure())
    setBusy(false)
    focusShownPart(form)
  }
  for (const button of buttons) button.addEventListener('click', () => void act(button))
  // The browser's Back button shows this page as it was left.
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    setBusy(false)
    void showCurrentState()
  })
  await Promise.all([showCurrentState(), showBumps(form, callApi)])
  if (addsCourses(form)) await showBumps(form, callApi)
  delete form.dataset.loading
  if (!continues) return
  await coupon
  buttons.find((button) => !button.hidden)?.click()
}

async function requestToJoin(form: HTMLElement, callApi: CallApi) {
  const answer = await callApi('PUT', `/courses/v1/stu/students?course_id=${form.dataset.join}`)
  return answer.ok
}

async function buy(form: HTMLElement, callApi: CallApi, button: HTMLButtonElement) {
  showState(form, 'opening')
  const result = await openPaymentPage(
    form.dataset.join!,
    { ...chosenTier(form), ...chosenCoupon(form), ...chosenAffiliate(form), ...chosenBumps(form) },
    { callApi, isTransfer: button.dataset.transfer !== undefined },
  )
  if (typeof result !== 'string') return result
  if (isBumpRefusal(result)) await showChangedBumps(form, callApi)
  else showCouponResult(form, result)
  return true
}

/** The state of the form for a student; see `data-join-when`. */
async function loadState(form: HTMLElement, callApi: CallApi): Promise<string> {
  const course_id = form.dataset.join!
  const answer = await callApi('GET', `/courses/v1/stu/courses/check-student/${course_id}`)
  if (!answer.ok) return 'failed'
  const enrolment = (await answer.json()) as Enrolment
  const { status, has_access, may_request } = enrolment
  const canBuyTier = isSold(form) && showTierPrices(form, enrolment.tier_prices)
  // The course page tells an approved student when the course starts.
  if (has_access || status === 'approved') return canBuyTier ? 'upgrade' : 'open'
  if (isSold(form)) {
    const { state, page, tier, bump_ids, isPartlyPaid } = await loadPurchaseState(
      course_id,
      enrolment,
      callApi,
    )
    const link = form.querySelector<HTMLAnchorElement>('[data-order-link]')
    if (link && page) link.href = page
    if (state === 'unpaid') {
      selectTier(form, tier)
      selectBumps(form, bump_ids, { isPartlyPaid })
    }
    return state
  }
  if (status === 'pending') return 'pending'
  return may_request ? 'ask' : 'closed'
}

/** Shows the parts of a form whose `data-join-when` lists the state. */
function showState(form: HTMLElement, state: string) {
  for (const part of form.querySelectorAll<HTMLElement>('[data-join-when]'))
    part.hidden = !part.dataset.joinWhen!.split(' ').includes(state)
}

/** Focuses the result message when its button disappears, for screen readers and keyboard users. */
function focusShownPart(form: HTMLElement) {
  const shown = form.querySelector<HTMLElement>('[data-join-when]:not([hidden])')
  if (!shown) return
  if (!shown.matches('a, button')) shown.tabIndex = -1
  shown.focus()
  const failure = form.querySelector<HTMLElement>('[data-join-when="failed"]:not([hidden])')
  const status = form.querySelector('[data-join-status]')
  if (status) status.textContent = failure?.textContent ?? ''
}

/** The buy button at the lower edge of a phone does what the form's button does; without one it leads to the form. */
function enableBar(form: HTMLElement) {
  document.querySelector('[data-join-bar]')?.addEventListener('click', (event) => {
    const actions = [...form.querySelectorAll<HTMLElement>('[data-join-action]')]
    const action = actions.find((one) => !one.closest('[hidden]'))
    if (!action) return
    event.preventDefault()
    action.click()
  })
}

import { formatMoney } from '#lib/money/money.ts'
import type { CallApi } from './call-api.ts'
import { chosenTier } from './tiers.ts'

/** Reply of `getPurchaseQuote`. */
interface Quote {
  currency: string
  lines: { gross: number }[]
  coupon_refusal: string | null
  taxes: { name: string; amount: number }[]
  total: number
  bumps: { id: string; price: number; regular_price: number | null }[]
}

const parameter = 'bumps'

const boxOf = (form: HTMLElement) => form.querySelector<HTMLElement>('[data-bumps]')

const optionsOf = (form: HTMLElement) => [
  ...form.querySelectorAll<HTMLInputElement>('[data-bump]:not([hidden]) input'),
]

const checkedIn = (form: HTMLElement) => optionsOf(form).filter(({ checked }) => checked)

/** The added courses of a checkout with the prices on the page; absent for an order that is partly paid, which keeps its courses. */
export const chosenBumps = (form: HTMLElement): { bumps?: { id: string; price: number }[] } =>
  form.dataset.fixedBumps === undefined
    ? {
        bumps: checkedIn(form).map((option) => ({
          id: option.value,
          price: Number(option.closest<HTMLElement>('[data-bump]')!.dataset.price),
        })),
      }
    : {}

/** What the chosen courses cost together with the course; null without a reply. */
export async function quoteOf(form: HTMLElement, callApi: CallApi, coupon: string | null | undefined) {
  const { join = '', affiliate } = form.dataset
  const { tier } = chosenTier(form)
  const chosen = checkedIn(form).map(({ value }) => value)
  const query = new URLSearchParams({
    course_id: join,
    ...(tier && { tier: String(tier) }),
    ...(coupon && { coupon_code: coupon }),
    ...(affiliate && { affiliate_code: affiliate }),
    ...(chosen.length > 0 && { bump_ids: chosen.join() }),
  })
  const answer = await callApi('GET', `/payments/v1/quote?${query}`)
  return answer.ok ? ((await answer.json()) as Quote) : null
}

/** Whether the reader adds a course. */
export const addsCourses = (form: HTMLElement): boolean => checkedIn(form).length > 0

/** Shows the offers of a reply with their prices, and hides the others. */
function showOffers(box: HTMLElement, { bumps, currency }: Quote) {
  for (const label of box.querySelectorAll<HTMLElement>('[data-bump]')) {
    const bump = bumps.find(({ id }) => id === label.dataset.bump)
    label.hidden = !bump
    if (!bump) continue
    label.dataset.price = String(bump.price)
    const name = label.querySelector<HTMLElement>('[data-bump-name]')!
    name.textContent = name.dataset.bumpName!.replace('{price}', formatMoney(bump.price, currency))
    const regular = label.querySelector<HTMLElement>('[data-bump-regular]')
    if (!regular) continue
    regular.hidden = bump.regular_price === null
    regular.querySelector('s')!.textContent = formatMoney(bump.regular_price ?? 0, currency)
  }
}

function showTotal(form: HTMLElement, box: HTMLElement, { total, taxes, currency, lines }: Quote) {
  const adds = addsCourses(form)
  box.querySelector<HTMLElement>('[data-bump-total]')!.hidden = !adds
  box.querySelector('[data-bump-amount]')!.textContent = formatMoney(total, currency)
  const named = taxes.map(({ name, amount }) => `${name} ${formatMoney(amount, currency)}`).join(', ')
  box.querySelector('[data-bump-taxes]')!.textContent = named && `(${named})`
  // The bar at the lower edge of a phone buys the same.
  const bar = document.querySelector('.p-landing-bar [data-course-price]')
  if (bar) bar.textContent = formatMoney(adds ? total : (lines[0]?.gross ?? 0), currency)
}

/** Shows offers and total as they are now. A reply that a later one overtook is ignored. */
export async function showBumps(form: HTMLElement, callApi: CallApi): Promise<void> {
  const box = boxOf(form)
  if (!box) return
  const round = String(Number(form.dataset.quoteRound ?? 0) + 1)
  form.dataset.quoteRound = round
  const quote = await quoteOf(form, callApi, form.dataset.coupon).catch(() => null)
  if (!quote || form.dataset.quoteRound !== round) return
  showOffers(box, quote)
  showTotal(form, box, quote)
  box.querySelector<HTMLElement>('[data-bump-list]')!.hidden = quote.bumps.length === 0
}

/** Says that an offer changed before the payment, and shows the offers of now. */
export async function showChangedBumps(form: HTMLElement, callApi: CallApi): Promise<void> {
  await showBumps(form, callApi)
  const note = boxOf(form)?.querySelector<HTMLElement>('[data-bump-changed]')
  if (note) note.hidden = false
}

/**
 * Shows the courses of an order that is continued. One that is partly paid keeps its courses, so nothing can be chosen.
 */
export function selectBumps(
  form: HTMLElement,
  ids: readonly string[],
  { isPartlyPaid }: { isPartlyPaid: boolean },
) {
  for (const option of optionsOf(form)) option.checked = ids.includes(option.value)
  if (!isPartlyPaid) return
  form.dataset.fixedBumps = ''
  boxOf(form)?.remove()
}

/** Keeps the chosen courses in the address, so that they survive login, and updates the total. `onChange` runs after it changed. */
export function enableBumps(form: HTMLElement, callApi: CallApi, onChange: () => void) {
  const update = () => void showBumps(form, callApi)
  for (const option of optionsOf(form))
    option.addEventListener('change', () => {
      const url = new URL(location.href)
      const chosen = checkedIn(form).map(({ value }) => value)
      if (chosen.length > 0) url.searchParams.set(parameter, chosen.join())
      else url.searchParams.delete(parameter)
      history.replaceState(null, '', url)
      onChange()
      update()
    })
  for (const option of form.querySelectorAll('[data-tiers] input')) option.addEventListener('change', update)
}

/** Chooses again what the reader chose before login. Only then: a link must not choose for the reader. */
export function restoreBumps(form: HTMLElement) {
  const ids = new URLSearchParams(location.search).get(parameter)?.split(',') ?? []
  for (const option of optionsOf(form)) option.checked = ids.includes(option.value)
}

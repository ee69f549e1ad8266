import { formatMoney } from '#lib/money/money.ts'
import { addsCourses, quoteOf } from './bumps.ts'
import type { CallApi } from './call-api.ts'
import { chosenTier } from './tiers.ts'

interface Preview {
  code: string
  currency: string
  total: number
}

const parameter = 'coupon'

/** Code of the coupon in the address, with which links and the way back from login carry it. */
const codeInAddress = () => new URLSearchParams(location.search).get(parameter)

function setCodeInAddress(code: string | null) {
  const url = new URL(location.href)
  if (code) url.searchParams.set(parameter, code)
  else url.searchParams.delete(parameter)
  history.replaceState(null, '', url)
}

/** The chosen coupon for a checkout: absent if the reader chose none, null after a removal. */
export const chosenCoupon = (form: HTMLElement): { coupon_code?: string | null } => {
  const { coupon } = form.dataset
  return coupon === undefined ? {} : { coupon_code: coupon || null }
}

/** Shows a result below the field: the new price, or why the coupon cannot be used. */
export function showCouponResult(form: HTMLElement, result: string | null) {
  const box = form.querySelector<HTMLDetailsElement>('[data-coupon]')
  if (!box) return
  const parts = [...box.querySelectorAll<HTMLElement>('[data-coupon-said]')]
  const isDeclared = parts.some((part) => part.dataset.couponSaid === result)
  for (const part of parts)
    part.hidden = part.dataset.couponSaid !== (isDeclared || !result ? result : 'failed')
  box.querySelector<HTMLElement>('[data-coupon-remove]')!.hidden = result !== 'applied'
  if (result) box.open = true
}

/** What a purchase costs with a coupon, or the code of its refusal. It may cover the added courses alone. */
async function previewOf(form: HTMLElement, callApi: CallApi, typed: string): Promise<Preview | string> {
  if (addsCourses(form)) {
    const quote = await quoteOf(form, callApi, typed)
    return quote && !quote.coupon_refusal
      ? { ...quote, code: typed.trim().toUpperCase() }
      : (quote?.coupon_refusal ?? 'failed')
  }
  const query = new URLSearchParams({ course_id: form.dataset.join!, code: typed })
  const { tier } = chosenTier(form)
  if (tier) query.set('tier', String(tier))
  const answer = await callApi('GET', `/coupons/v1/preview?${query}`)
  const reply = (await answer.json()) as Preview
  return answer.ok ? reply : reply.code
}

/** Applies coupons that the reader enters, and the one of the address. `onChange` runs after the address changed. */
export async function enableCoupon(form: HTMLElement, callApi: CallApi, onChange: () => void) {
  const box = form.querySelector<HTMLElement>('[data-coupon]')
  if (!box) return
  const input = box.querySelector('input')!
  const choose = (code: string | null) => {
    form.dataset.coupon = code ?? ''
    setCodeInAddress(code)
    onChange()
  }
  const apply = async (typed: string) => {
    const reply = await previewOf(form, callApi, typed)
    if (typeof reply === 'string') return showCouponResult(form, reply)
    box.querySelector('[data-coupon-price]')!.textContent = formatMoney(reply.total, reply.currency)
    input.value = reply.code
    choose(reply.code)
    showCouponResult(form, 'applied')
  }
  const applyOrFail = (typed: string) => apply(typed).catch(() => showCouponResult(form, 'failed'))
  box.querySelector('form')!.addEventListener('submit', (event) => {
    event.preventDefault()
    void applyOrFail(input.value)
  })
  box.querySelector('[data-coupon-remove]')!.addEventListener('click', () => {
    input.value = ''
    choose(null)
    showCouponResult(form, null)
    input.focus()
  })
  for (const option of form.querySelectorAll('[data-tiers] input'))
    option.addEventListener('change', () => form.dataset.coupon && void applyOrFail(form.dataset.coupon))
  const code = codeInAddress()
  if (!code) return
  input.value = code
  await applyOrFail(code)
}

import { formatMoney } from '#lib/money/money.ts'

const parameter = 'tier'

const fieldsetOf = (form: HTMLElement) => form.querySelector<HTMLFieldSetElement>('[data-tiers]')

const optionsOf = (form: HTMLElement) => [
  ...form.querySelectorAll<HTMLInputElement>('[data-tiers] input[type="radio"]'),
]

/** The chosen tier for a checkout; absent in a course without tiers. */
export function chosenTier(form: HTMLElement): { tier?: number } {
  const option = optionsOf(form).find(({ checked, disabled }) => checked && !disabled)
  return option ? { tier: Number(option.value) } : {}
}

/** Shows the price of the chosen tier above the button and at the lower edge of a phone. */
function showChosenPrice(form: HTMLElement) {
  const option = optionsOf(form).find(({ checked }) => checked)
  const currency = fieldsetOf(form)?.dataset.tiers
  if (!option || !currency) return
  for (const element of document.querySelectorAll('[data-course-price]'))
    element.textContent = formatMoney(Number(option.dataset.price), currency)
  const { regular } = option.dataset
  for (const element of document.querySelectorAll<HTMLElement>('[data-course-regular]')) {
    element.hidden = regular === undefined
    if (regular !== undefined)
      element.querySelector('[data-regular-price]')!.textContent = formatMoney(Number(regular), currency)
  }
}

/** Chooses the tier of an order that is continued. */
export function selectTier(form: HTMLElement, tier: number | null) {
  const option = optionsOf(form).find(({ value }) => value === String(tier))
  if (!option) return
  option.checked = true
  showChosenPrice(form)
}

/** Keeps the chosen tier in the address, so that it survives login. `onChange` runs after the address changed. */
export function enableTiers(form: HTMLElement, onChange: () => void) {
  const options = optionsOf(form)
  const requestedTier = new URLSearchParams(location.search).get(parameter)
  const linked = options.find(({ value, disabled }) => value === requestedTier && !disabled)
  if (linked) linked.checked = true
  if (linked) showChosenPrice(form)
  for (const option of options)
    option.addEventListener('change', () => {
      const url = new URL(location.href)
      url.searchParams.set(parameter, option.value)
      history.replaceState(null, '', url)
      showChosenPrice(form)
      onChange()
    })
}

/**
 * Shows what each tier costs this student, and hides tiers that the student cannot buy. Returns whether any is left.
 */
export function showTierPrices(form: HTMLElement, prices: readonly (number | null)[]): boolean {
  const currency = fieldsetOf(form)?.dataset.tiers
  if (!currency) return false
  const options = optionsOf(form)
  for (const [index, option] of options.entries()) {
    const price = prices[index] ?? null
    option.disabled = price === null
    option.closest('label')!.hidden = price === null
    if (price === null) continue
    // A difference to another tier has no price without the sale.
    if (Number(option.dataset.price) !== price) {
      delete option.dataset.regular
      option.parentElement!.querySelector('[data-tier-regular]')?.remove()
    }
    option.dataset.price = String(price)
    option.parentElement!.querySelector('[data-tier-price]')!.textContent = formatMoney(price, currency)
  }
  const open = options.filter(({ disabled }) => !disabled)
  if (open.length > 0 && !open.some(({ checked }) => checked)) open[0]!.checked = true
  showChosenPrice(form)
  return open.length > 0
}

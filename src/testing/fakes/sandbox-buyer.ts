/** What a buyer does on a hosted page of the sandbox, by HTTP as a browser without script does it. */
export interface PageResult {
  /** Where the provider returned the browser; null while the page stays. */
  location: string | null
  html: string
}

async function submit(url: string, values: Record<string, string>): Promise<PageResult> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(values),
  })
  if (response.status !== 303 && response.status !== 200)
    throw new Error(`the hosted page answered ${response.status}`)
  return { location: response.headers.get('location'), html: await response.text() }
}

/** Pays with a test card, and answers each question of the bank in order (PIN, password, `approve`). */
export async function payWithCard(url: string, number: string, ...answers: string[]): Promise<PageResult> {
  let result = await submit(url, { action: 'card', card_number: number, expiry: '09/32', cvc: '123' })
  for (const answer of answers) result = await submit(url, { answer })
  return result
}

/** Chooses a method whose money arrives later. */
export const payLater = (url: string, method: 'bank_transfer' | 'mobile_money'): Promise<PageResult> =>
  submit(url, { action: method })

/** Cancels and returns. */
export const cancelOnPage = (url: string): Promise<PageResult> => submit(url, { action: 'cancel' })

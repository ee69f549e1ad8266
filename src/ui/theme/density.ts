import { densityCookie, getCookie, setCookie } from '#platform/client/session/cookies.ts'

export const densities = ['comfortable', 'compact'] as const
/** Height of the rows of staff's tables. */
export type Density = (typeof densities)[number]

/** The density that this browser stores. */
export const storedDensity = (): Density =>
  getCookie(densityCookie) === 'compact' ? 'compact' : 'comfortable'

/** Sets the tokens of a density for the whole page. */
export const showDensity = (density: Density) => {
  document.documentElement.dataset.density = density
}

/** Stores a density for this browser and shows it. */
export function chooseDensity(density: Density) {
  setCookie(densityCookie, density)
  showDensity(density)
}

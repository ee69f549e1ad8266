import { onlyOutsideProduction } from './only-outside-production.ts'

export const middleware = [onlyOutsideProduction]

/** Fails when it is drawn, on the server as in the browser, to show what a visitor then sees. */
export default function DevBrokenPage(): never {
  throw new Error('This page fails on purpose')
}

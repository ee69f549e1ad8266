import { onlyOutsideProduction } from './only-outside-production.ts'

export const middleware = [onlyOutsideProduction]

/** Throws while it renders, on the server and in the browser, to show the error page. */
export default function DevBrokenPage(): never {
  throw new Error('This page fails on purpose')
}

// The part of the package that runs without Java or a native program has no types.
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck'
}

// The part of the package that runs in any process without Java or a native program has no types of its own.
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck'
}

/**
 * The same page with its scripts held back: the browser fetches none of the app's files until `loadApp` of the small
 * scripts releases them. React Router has no such option; a page that is written in another way stays as it is.
 */
export function deferScripts(html: string): string {
  const held = html.replaceAll(
    /<script([^>]{0,200}) type="module" async=""([^>]{0,200})>/g,
    '<script$1 type="held-module"$2>',
  )
  return held === html ? html : held.replaceAll('<link rel="modulepreload"', '<link rel="held-modulepreload"')
}

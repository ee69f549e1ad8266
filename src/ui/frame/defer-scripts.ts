/**
 * Returns the page with deferred scripts: the browser fetches no file of the app until `loadApp` of the small
 * scripts runs. React Router has no such option; a page with other markup stays unchanged.
 */
export function deferScripts(html: string): string {
  const held = html.replaceAll(
    /<script([^>]{0,200}) type="module" async=""([^>]{0,200})>/g,
    '<script$1 type="held-module"$2>',
  )
  return held === html ? html : held.replaceAll('<link rel="modulepreload"', '<link rel="held-modulepreload"')
}

import type { Plugin } from 'vite'

const reloads = /(?:window\.)?location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/

/**
 * The router reloads the page that it stands on when the script of the next one cannot be fetched, without a
 * word. It draws a page that fails instead, so that the visitor sees the page for errors and may try again.
 */
export function errorPagesPlugin(): Plugin {
  return {
    name: 'lyceum:failed-pages',
    // In development Vite bundles the router by itself.
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/.*\/routeModules\.js$/.test(id)) return null
      if (!reloads.test(code)) throw new Error('The router loads its pages in another way than before')
      return { code: code.replace(reloads, 'return { default() { throw error } };'), map: null }
    },
  }
}

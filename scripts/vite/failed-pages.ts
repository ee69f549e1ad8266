import type { Plugin } from 'vite'

const reloads = /(?:window\.)?location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/

/**
 * The router silently reloads the current page when the script of the next one fails to load. With this plugin it
 * throws instead, so that the visitor sees the error page and can retry.
 */
export function errorPagesPlugin(): Plugin {
  return {
    name: 'lyceum:failed-pages',
    // In development Vite bundles the router itself.
    apply: 'build',
    transform(code, id) {
      if (!/\/react-router\/dist\/.*\/routeModules\.js$/.test(id)) return null
      if (!reloads.test(code)) throw new Error('The router loads its pages in another way than before')
      return { code: code.replace(reloads, 'return { default() { throw error } };'), map: null }
    },
  }
}

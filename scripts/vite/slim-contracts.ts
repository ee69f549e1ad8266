import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Route } from '#tenancy/contract/define-route.ts'

/**
 * Reduces contracts for the browser to what a call needs: method, path, names of the query, and whether a list has a file. Schemas and their library
 * stay on the server; those exports are undefined in the browser.
 */
export function slimContractsPlugin(): Plugin {
  return {
    name: 'lyceum:slim-contracts',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?')
      if (this.environment.name !== 'client' || !file.endsWith('/contract.ts')) return null
      // The query makes Node load the file again after an edit.
      const url = `${pathToFileURL(file).href}?at=${statSync(file).mtimeMs}`
      return { code: slimContract((await import(url)) as Record<string, unknown>), map: null }
    },
  }
}

/** Module text of a contract for the browser. */
export function slimContract(contract: Record<string, unknown>): string {
  return Object.entries(contract)
    .map(([name, value]) => `export const ${name} = ${isRoute(value) ? described(value) : 'undefined'}`)
    .join('\n')
}

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'route'

function described(route: Route) {
  return JSON.stringify({
    name: route.name,
    method: route.method,
    path: route.path,
    ...(route.idempotent && { idempotent: true }),
    ...(route.csv && { csv: 1 }),
    query: keysOf(route.query),
  })
}

/** The form of a schema that `createTypedClient` reads, so that both sides split input alike. */
const keysOf = (schema: Route['query']) => ({
  properties: Object.fromEntries(Object.keys(schema.properties).map((key) => [key, 1])),
})

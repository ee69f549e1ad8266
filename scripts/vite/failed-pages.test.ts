import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorPagesPlugin } from './failed-pages.ts'

const root = join(import.meta.dirname, '../..')
const transform = errorPagesPlugin().transform as unknown as (
  code: string,
  id: string,
) => { code: string } | null

/** Files of the router that load page modules, one for each of its builds. */
const loaders = globSync('node_modules/react-router/dist/**/routeModules.js', { cwd: root }).map((file) =>
  join(root, file),
)

test('prevents the installed router from reloading a page whose script failed', () => {
  expect(loaders.length).toBeGreaterThan(0)
  for (const file of loaders) {
    const code = readFileSync(file, 'utf8')
    expect(code).toContain('location.reload()')
    const changed = transform(code, file)!.code
    expect(changed).not.toContain('location.reload()')
    expect(changed).toContain('return { default() { throw error } };')
  }
})

test('fails the build if a new router loads pages differently', () => {
  expect(() => transform('export {}', loaders[0]!)).toThrow('in another way')
  expect(transform('export {}', join(root, 'src/root.tsx'))).toBeNull()
})

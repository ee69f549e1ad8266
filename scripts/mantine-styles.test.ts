import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const styles = join(root, 'node_modules/@mantine/core/styles')
/** Parts of used components that no screen shows. */
const unshown = ['CheckboxCard', 'RadioCard']

/** Class names of Mantine in all files of a pattern. */
function classesIn(...patterns: string[]) {
  const texts = patterns.flatMap((pattern) => globSync(pattern)).map((file) => readFileSync(file, 'utf8'))
  return new Set(texts.flatMap((text) => text.match(/\bm_[0-9a-f]{7,8}\b/g) ?? []))
}

const sheets = globSync(join(styles, '*.layer.css')).map((file) => ({
  name: basename(file, '.layer.css'),
  classes: classesIn(file),
}))
const shown = classesIn(join(root, 'build/client/assets/*.js'))
const loaded = classesIn(join(root, 'build/client/assets/*.css'))
const imported = readFileSync(join(root, 'src/ui/styles/mantine.css'), 'utf8')

test('includes the styles of each Mantine component that the screens use', () => {
  const bare = sheets
    .filter(({ classes }) => [...classes].some((name) => shown.has(name) && !loaded.has(name)))
    .map(({ name }) => name)
  expect(bare.toSorted()).toEqual(unshown)
})

test('loads no styles of unused components', () => {
  const idle = sheets
    .filter(({ name }) => imported.includes(`/${name}.layer.css'`))
    .filter(({ classes }) => classes.size > 0 && ![...classes].some((name) => shown.has(name)))
  expect(idle.map(({ name }) => name)).toEqual([])
})

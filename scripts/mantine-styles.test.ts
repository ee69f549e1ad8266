import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const styles = join(root, 'node_modules/@mantine/core/styles')
/** Parts that come along with a component of ours, and that no screen shows. */
const unshown = ['CheckboxCard', 'Mark', 'RadioCard']

/** The names that Mantine gives to classes, in all files of a pattern. */
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

test('each component of Mantine that the screens use has its styles', () => {
  const bare = sheets
    .filter(({ classes }) => [...classes].some((name) => shown.has(name) && !loaded.has(name)))
    .map(({ name }) => name)
  expect(bare.toSorted()).toEqual(unshown)
})

test('no page loads styles of a component that no screen uses', () => {
  const idle = sheets
    .filter(({ name }) => imported.includes(`/${name}.layer.css'`))
    .filter(({ classes }) => classes.size > 0 && ![...classes].some((name) => shown.has(name)))
  expect(idle.map(({ name }) => name)).toEqual([])
})

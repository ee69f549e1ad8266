import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Buttons and inputs of Mantine for which `src/ui` has a component. */
const wrapped = [
  'ActionIcon',
  'Button',
  'Checkbox',
  'ColorInput',
  'MultiSelect',
  'NativeSelect',
  'NumberInput',
  'PasswordInput',
  'Radio',
  'Select',
  'Switch',
  'Textarea',
  'TextInput',
]

/** Imports of such components by a file, as `file name`. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const names = Array.from(source.matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g), ([, list]) =>
    list!.split(',').map((name) => name.trim().replace(/ as .*/, '')),
  ).flat()
  return names.filter((name) => wrapped.includes(name)).map((name) => `${file} ${name}`)
}

test('screens use the buttons and fields of src/ui', () => {
  expect(globSync('*/screens/**/*.tsx', { cwd: root }).flatMap(importsOf)).toEqual([])
  expect(importsOf('ui/components/button.tsx')).toEqual(['ui/components/button.tsx Button'])
})

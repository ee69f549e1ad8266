import type { Plugin } from 'vite'

const library = /import\s*\{([^}]+)\}\s*from\s*['"]@tabler\/icons-react['"];?/g

/** Imports each icon from its own file: the library's index makes a build read six thousand files. */
export function singleIconsPlugin(): Plugin {
  return {
    name: 'lyceum:single-icons',
    enforce: 'pre',
    // In development the library is bundled once and cached.
    apply: 'build',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('@tabler/icons-react')) return null
      return { code: code.replace(library, (_whole, names: string) => separate(names)), map: null }
    },
  }
}

const separate = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => {
      const [icon = '', alias = icon] = name.split(/\s+as\s+/)
      return `import ${alias} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs';`
    })
    .join('')

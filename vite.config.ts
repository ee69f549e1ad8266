import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/vite/chunks.ts'
import { errorPagesPlugin } from './scripts/vite/failed-pages.ts'
import { singleIconsPlugin } from './scripts/vite/single-icons.ts'
import { slimContractsPlugin } from './scripts/vite/slim-contracts.ts'
import { inlineScriptsPlugin } from './scripts/vite/small-scripts.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    errorPagesPlugin(),
    slimContractsPlugin(),
    singleIconsPlugin(),
    inlineScriptsPlugin(),
    reactRouter(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // Every chunk that a page needs is in its head already; a polyfill would only cost bytes.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // Found at the start of development, so that no page reloads because a new library turned up.
  optimizeDeps: { entries: ['src/*.tsx', 'src/*/screens/**/*.tsx', 'src/ui/**/*.tsx'] },
  // The server's bundle holds its libraries too: a start reads one file instead of thousands, and React is
  // the production one whatever NODE_ENV says.
  ssr: command === 'build' ? { noExternal: true } : { noExternal: [/^@mantine\//, /^mantine-datatable/] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    ssr: { define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {} },
  },
}))

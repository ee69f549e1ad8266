import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './scripts/vite/chunks.ts'
import { errorPagesPlugin } from './scripts/vite/failed-pages.ts'
import { singleIconsPlugin } from './scripts/vite/single-icons.ts'
import { slimContractsPlugin } from './scripts/vite/slim-contracts.ts'
import { inlineScriptsPlugin } from './scripts/vite/small-scripts.ts'
import { textFilesPlugin } from './scripts/vite/text-files.ts'

export default defineConfig(({ command }) => ({
  plugins: [
    errorPagesPlugin(),
    slimContractsPlugin(),
    singleIconsPlugin(),
    inlineScriptsPlugin(),
    textFilesPlugin(),
    reactRouter(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // The head of a page contains every chunk that it needs; a polyfill would only cost bytes.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // Scanned at the start of development, so that no page reloads because of a new library.
  optimizeDeps: { entries: ['src/*.tsx', 'src/*/screens/**/*.tsx', 'src/ui/**/*.tsx'] },
  // The server's bundle contains its libraries: the start reads one file instead of thousands, and React is the
  // production build whatever NODE_ENV is.
  ssr: command === 'build' ? { noExternal: true } : { noExternal: [/^@mantine\//, /^mantine-datatable/] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
    ssr: { define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {} },
  },
}))

import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { failedPages } from './scripts/vite/failed-pages.ts'
import { singleIcons } from './scripts/vite/single-icons.ts'
import { slimContracts } from './scripts/vite/slim-contracts.ts'
import { smallScripts } from './scripts/vite/small-scripts.ts'

const ours = (names: string) => new RegExp(`/node_modules/(?:${names})/`)
const pieces =
  'ActionIcon|Anchor|Button|CloseButton|Group|Input|InputBase|InputWrapper|Loader|PasswordInput|Stack|Text|TextInput|Title|Transition|UnstyledButton'

const ownFiles =
  'platform/client/(?!queries|upload|send)|ui/(?:i18n|theme|frame)/|ui/form/(?:form|use-api-form|form-summary|use-leave-warning|submit-button|text-field|password-field|choice-bar)[.-]'

/** What every hydrated page needs, in few files: they compress better together and are fetched at once. */
const chunks = [
  { name: 'base', test: ours('react|react-dom|scheduler|react-router|i18next|react-i18next|turbo-stream') },
  { name: 'pieces', test: new RegExp(`/@mantine/core/esm/(?:core|components/(?:${pieces}))/`) },
  { name: 'core', test: new RegExp(`^(?!.*[.]css).*/src/(?:${ownFiles})`) },
]

export default defineConfig(({ command }) => ({
  plugins: [failedPages(), slimContracts(), singleIcons(), smallScripts(), reactRouter()],
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
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    ssr: { define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {} },
  },
}))

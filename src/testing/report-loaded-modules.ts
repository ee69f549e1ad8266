/** `--import` of a process under test: answers each message of its parent with the addresses of all modules loaded so far. */
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    loaded.add(url)
    return next(url, context)
  },
})
process.on('message', () => process.send!([...loaded]))
// Listening must not keep the process alive.
process.channel?.unref()

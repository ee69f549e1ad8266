/** `--import` of a process under test: answers each message of its parent with the URLs of all loaded modules. */
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load(url, context, next) {
    loaded.add(url)
    return next(url, context)
  },
})
process.on('message', () => process.send!([...loaded]))
// The listener must not keep the process running.
process.channel?.unref()

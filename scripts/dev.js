// `npm run dev`: Vite serves and reloads screens; a change in server code or migrations restarts the server.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { ensureInstalled, pinnedNode, root } from './bootstrap.js'

/** Files that Vite reloads itself, or that no server reads. */
const isNotServer = /\.(tsx|css)$|(^|\/)(screens|ui|client)\/|\.test\.ts$|^src\/testing\//

let server = null
let stopping = false
let pending = null

function start() {
  const args = ['--conditions=development', 'src/start.ts', '--dev']
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  server = child
  child.on('exit', (code) => {
    if (stopping) process.exit(code ?? 1)
    const wasAsked = server !== child
    server = null
    if (wasAsked) start()
    else console.log('The server stopped. It restarts at the next change.')
  })
}

function restart(file) {
  console.log(`${file} changed`)
  if (!server) return start()
  const running = server
  server = 'leaving'
  if (running !== 'leaving') running.kill('SIGTERM')
}

function changed(file) {
  if (!/\.(ts|sql|json)$/.test(file) || isNotServer.test(file)) return
  clearTimeout(pending)
  pending = setTimeout(restart, 150, file)
}

try {
  await ensureInstalled()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      stopping = true
      if (server && server !== 'leaving') server.kill(signal)
      else if (!server) process.exit(0)
    })
  for (const folder of ['src', 'migrations'])
    watch(`${root}/${folder}`, { recursive: true }, (_event, file) => file && changed(`${folder}/${file}`))
  start()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from './children.ts'
import { waitUntil } from './wait-until.ts'

export const hasCaddy = () => spawnSync('caddy', ['version']).status === 0

/** A real Caddy with the configuration of `deploy/`, its own issuer, and free ports. */
export async function startCaddy(ports: { http: number; https: number }, webs: string[]) {
  const home = mkdtempSync(join(tmpdir(), 'lyceum-caddy-'))
  const admin = await freePort()
  const hosts = webs.map((origin) => new URL(origin).host)
  const child = startProgram('caddy', ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    env: {
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      CADDY_ADMIN: `localhost:${admin}`,
      HTTP_PORT: String(ports.http),
      HTTPS_PORT: String(ports.https),
      HTTPS_SUFFIX: `:${ports.https}`,
      TLS_ISSUER: 'internal',
      ASK: hosts[0],
      WEB_PROCESSES: hosts.join(' '),
    },
  })
  await child.waitForOutput(/serving initial configuration/)
  const root = join(home, 'caddy/pki/authorities/local/root.crt')
  await waitUntil('the root certificate', 20_000, () => {
    try {
      return readFileSync(root).length > 0
    } catch {
      return false
    }
  })
  return {
    /** Root certificate that a browser needs to trust its certificates. */
    root: readFileSync(root, 'utf8'),
    child,
    async close() {
      await child.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export async function freePort() {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

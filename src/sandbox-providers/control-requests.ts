import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from './api-requests.ts'
import { accountControls, providerControls } from './controls.ts'

interface ControlRequest {
  providers: readonly Provider[]
  request: IncomingMessage
  response: ServerResponse
  path: string
  text: string
}

/**
 * `POST /control/PROVIDER/COMMAND` with a JSON list of arguments runs a command of `controls.ts` on the provider's first account.
 * Other content types are refused, so that a page in a browser cannot send commands.
 */
export async function answerControlRequest({ providers, request, response, path, text }: ControlRequest) {
  const [, , name, command = ''] = path.split('/')
  const provider = providers.find(({ wire }) => wire.name === name)
  const reply = (status: number, body: unknown) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? null))
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
    return reply(415, { error: 'send a POST with application/json' })
  const controls = provider && { ...accountControls(provider.accounts[0]!), ...providerControls(provider) }
  const run = controls && Object.hasOwn(controls, command) ? controls[command as keyof typeof controls] : null
  if (typeof run !== 'function') return reply(404, { error: 'no such command' })
  try {
    const args = JSON.parse(text || '[]') as unknown[]
    reply(200, await (run as (...values: unknown[]) => unknown)(...args))
  } catch (error) {
    reply(400, { error: (error as Error).message })
  }
}

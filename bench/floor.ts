/**
 * The floor: a minimal server for the same response, by the fastest known way: prepared statements, one round
 * trip per call, cached data from memory. Started with the path of a recording; sends its port.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { verify } from '@node-rs/argon2'
import fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Recording } from './record.ts'

const recording = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Recording
const pool = new pg.Pool({
  connectionString: recording.databaseUrl,
  max: 12,
  pipeline: true,
  idleTimeoutMillis: 0,
})
const names = new Map<string, string>()
const app = fastify({ logger: { level: 'error', stream: process.stderr } })

for (const page of recording.pages) servePage(app, page)
for (const call of recording.calls) serveCall(app, call)
app.post('/login', async () => ({ fits: await verify(recording.passwordHash, recording.password) }))

const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send!(new URL(address).port)
process.on('SIGTERM', () => void app.close().then(() => pool.end()))

/** Serves the same bytes and headers from memory. */
function servePage(server: FastifyInstance, { name, headers, body }: Recording['pages'][number]) {
  const bytes = Buffer.from(body, 'base64')
  server.get(`/${name}`, async (_request, reply) => reply.headers(headers).send(bytes))
}

/**
 * Runs the same statements in one transaction of the school, each once, sent together; returns the same response.
 */
function serveCall(
  server: FastifyInstance,
  { name, method, startStatement, turns }: Recording['calls'][number],
) {
  let turn = 0
  server.route({
    method,
    url: `/${name}`,
    handler: async (_request, reply) => {
      const { statements, answer, replaced } = turns[turn++ % turns.length]!
      const change = replaced ? replacing(replaced) : revive
      const client = await pool.connect()
      try {
        await Promise.all([
          client.query(startStatement),
          ...statements.map(({ sql, parameters }) =>
            client.query({ name: nameOf(sql), text: sql, values: parameters.map(change) }),
          ),
          client.query('commit'),
        ])
      } finally {
        client.release()
      }
      return reply.type('application/json; charset=utf-8').send(answer)
    },
  })
}

function nameOf(text: string) {
  const name = names.get(text) ?? `floor_${names.size}`
  names.set(text, name)
  return name
}

let lastNumber = 2_000_000_000

/** Gives each of these texts a new value, the same in all parameters of a request. */
function replacing(texts: Record<string, 'uuid' | 'number'>) {
  const values = Object.entries(texts).map(
    ([text, kind]) => [text, kind === 'uuid' ? randomUUID() : String(++lastNumber)] as const,
  )
  return (value: unknown) =>
    typeof value === 'string'
      ? values.reduce((changed, [text, fresh]) => changed.replaceAll(text, fresh), value)
      : revive(value)
}

/** Parameters that JSON cannot represent are stored as `{ bytes }`. */
function revive(value: unknown) {
  const bytes = (value as { bytes?: string } | null)?.bytes
  return typeof bytes === 'string' ? Buffer.from(bytes, 'base64') : value
}

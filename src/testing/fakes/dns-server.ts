import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { decode, encode, type StringAnswer, type TxtAnswer } from 'dns-packet'

export type DnsRecord = Pick<StringAnswer | TxtAnswer, 'type' | 'data'> & { name: string }

/**
 * A DNS server on loopback that answers from `records`, which may change at any time; `mute` stops its answers.
 */
export async function startDnsServer() {
  const socket = createSocket('udp4')
  const server = {
    records: [] as DnsRecord[],
    mute: false,
    address: '',
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
  socket.on('message', (message, { port, address }) => {
    if (server.mute) return
    const { id, questions = [] } = decode(message)
    const question = questions[0]!
    const matching = server.records.filter(({ name }) => name === question.name.toLowerCase())
    const answers = matching
      .filter(({ type }) => type === question.type || type === 'CNAME')
      .map((record) => ({ ...record, class: 'IN', ttl: 1 }))
    // A name without records does not exist; one with other records has none of this type.
    const flags = matching.length > 0 ? 0 : 3
    socket.send(
      encode({
        type: 'response',
        id: id!,
        flags,
        questions,
        answers: answers as (StringAnswer | TxtAnswer)[],
      }),
      port,
      address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { address, port } = socket.address() as AddressInfo
  server.address = `${address}:${port}`
  return server
}

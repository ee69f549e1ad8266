import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { untrustedCertificate } from '#testing/fakes/untrusted-certificate.ts'
import { sendOverSmtp } from './smtp-transport.ts'

const mail = {
  id: 'm',
  sender_name: 'Academy',
  sender_address: null,
  recipient: 'ada@people.test',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
}
const config = { mailFrom: 'no-reply@lyceum.test', rootDomain: 'lyceum.test' }
const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** A mail server with an untrusted certificate; `secure` uses TLS from the first byte. */
async function aServerInDisguise(secure: boolean) {
  const heard: string[] = []
  const server = new SMTPServer({
    secure,
    ...untrustedCertificate,
    authOptional: true,
    logger: false,
    onMailFrom: ({ address }, _session, done) => {
      heard.push(address)
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  opened.push({ close: () => new Promise<void>((closed) => server.close(() => closed())) })
  const { port } = server.server.address() as { port: number }
  return { heard, smtpUrl: `${secure ? 'smtps' : 'smtp'}://localhost:${port}` }
}

test.each([true, false])(
  'refuses a server with a wrong certificate (TLS from the first byte: %s)',
  async (secure) => {
    const { heard, smtpUrl } = await aServerInDisguise(secure)
    const sent = sendOverSmtp({ ...config, smtpUrl, mailNeedsTls: true }, mail)
    await expect(sent).rejects.toThrow(/self-signed certificate/)
    expect(heard).toEqual([])
  },
)

test('refuses a server without TLS if TLS is required, and accepts it otherwise', async () => {
  const server = await startMailServer()
  opened.push(server)
  const smtpUrl = server.url
  await expect(sendOverSmtp({ ...config, smtpUrl, mailNeedsTls: true }, mail)).rejects.toThrow(/STARTTLS|TLS/)
  expect(server.letters).toEqual([])
  await sendOverSmtp({ ...config, smtpUrl, mailNeedsTls: false }, mail)
  expect(server.letters).toMatchObject([{ to: ['ada@people.test'] }])
})

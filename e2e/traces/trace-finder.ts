import { readableContent } from '#testing/formats/readable-content.ts'

/** The platform's name, its root, and the addresses of its staff. */
const ours = { name: /lyceum/i, root: /our-own-root/i, people: /privileged-one|support-one/i }

/** Records what was searched, and the traces found. */
export function createTraceFinder() {
  const seen = new Set<string>()
  const traces: string[] = []
  async function at(name: string, bytes: Buffer | string) {
    seen.add(name)
    for (const [fileName, text] of await readableContent(name, Buffer.from(bytes as string)))
      for (const [what, trace] of Object.entries(ours)) {
        const found = trace.exec(text)
        if (found)
          traces.push(
            `${what} in ${fileName}: …${text.slice(Math.max(0, found.index - 60), found.index + 60)}…`,
          )
      }
  }
  return { seen, traces, at }
}
export type TraceFinder = ReturnType<typeof createTraceFinder>

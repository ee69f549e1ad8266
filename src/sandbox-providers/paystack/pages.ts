import type { SandboxReply } from '../core/wire.ts'

/** A page of a list: `perPage` and `page`. */
export function page(message: string, rows: object[], query: URLSearchParams): SandboxReply {
  const perPage = Number(query.get('perPage') ?? 50)
  const number = Number(query.get('page') ?? 1)
  const data = rows.slice((number - 1) * perPage, number * perPage)
  const pageCount = Math.ceil(rows.length / perPage)
  const meta = { total: rows.length, skipped: (number - 1) * perPage, perPage, page: number, pageCount }
  return { status: 200, body: { status: true, message, data, meta } }
}

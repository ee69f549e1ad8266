import { escapeHtml as text } from '#platform/pages/escape-html.ts'
import { refusalMeaning } from '#platform/contract/refusal-codes.ts'
import type { Route } from '../contract/define-route.ts'
import { openApiTag, refusalsOf, accessDescriptions, type WebhookDoc } from './openapi.ts'

/** The API documentation as a page without scripts. */
export function docsPage(routes: Route[], webhooks: readonly WebhookDoc[], product: string) {
  const groups = Map.groupBy(routes, openApiTag)
  const names = [...groups.keys()].sort()
  const codes = [...new Set(routes.flatMap(refusalsOf))].sort()
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${text(product)}</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head><body>
<header><h1>${text(product)} API</h1>
<p>The API is served under <code>/api</code> on every host. On the api host, paths have no prefix, and the header
<code>x-school-id</code> names the school. Every request identifies its API client with <code>x-api-username</code> and
<code>x-api-secret</code>, or with the same credentials as HTTP Basic authentication. Send the session token of a user as
<code>x-access-token</code> or, with the two headers, as <code>Authorization: Bearer</code>.
Errors are <code>application/problem+json</code> with a stable <code>code</code>. Lists are paged with <code>limit</code> and
<code>cursor</code>. <a href="/api/openapi.json">OpenAPI 3.1 document</a>.</p>
<nav aria-label="Groups">${names.map((name) => `<a href="#group-${text(name)}">${text(name)}</a>`).join('')}<a href="#events">events</a><a href="#codes">error codes</a></nav></header>
<main>${names.map((name) => group(name, groups.get(name) ?? [])).join('')}
<section id="events"><h2>Events</h2><p>Sent to a school’s webhook endpoints, signed as described by Standard Webhooks.</p>${webhooks.map(event).join('')}</section>
<section id="codes"><h2>Error codes</h2><dl>${codes.map(code).join('')}</dl></section></main></body></html>`
}

const group = (name: string, routes: Route[]) =>
  `<section id="group-${text(name)}"><h2>${text(name)}</h2>${routes.map(operation).join('')}</section>`

const event = ({ type, summary, schema }: WebhookDoc) => `<article id="event-${text(type)}">
<h3><code>${text(type)}</code></h3><p>${text(summary)}</p>
${fields('Data', (schema as { properties: { data: Route['body'] } }).properties.data)}
</article>`

const operation = (route: Route) => `<article id="${text(route.name)}">
<h3><span class="method">${route.method}</span> <code>${text(route.path)}</code></h3>
<p>${text(route.summary)} <em>For ${text(accessDescriptions[route.access])}.</em></p>
${fields('Path', route.params)}${fields('Query', route.query)}${fields('Body', route.body)}${answer(route)}
<p class="refusals">Returns ${route.reply[0]}. ${route.refusals.length ? `Errors: ${route.refusals.map((name) => `<a href="#${text(name)}"><code>${text(name)}</code></a>`).join(', ')}.` : ''}</p>
</article>`

/** Reply of a route; for a list, the fields of an entry. */
function answer({ reply: [, reply] }: Route) {
  const schema = reply as Partial<Route['body']> & { properties?: { data?: { items?: Route['body'] } } }
  const entry = schema.properties?.data?.items
  if (entry?.properties) return fields('Each entry of data', entry)
  return schema.properties ? fields('Response', schema as Route['body']) : ''
}

function fields(title: string, schema: Route['body']) {
  const names = Object.keys(schema.properties)
  if (!names.length) return ''
  const required = new Set(schema.required)
  const rows = names.map((name) => {
    const property = schema.properties[name] as { type?: string | string[]; format?: string; enum?: string[] }
    const kind = property.enum?.join(' | ') ?? [property.type].flat().join(' | ')
    const form = property.format ? ` (${property.format})` : ''
    return `<tr><th scope="row"><code>${text(name)}</code></th><td>${text(kind + form)}</td><td>${required.has(name) ? 'required' : 'optional'}</td></tr>`
  })
  return `<table><caption>${title}</caption><tbody>${rows.join('')}</tbody></table>`
}

function code(name: string) {
  const [status, message] = refusalMeaning(name) ?? [500, '']
  return `<dt id="${text(name)}"><code>${text(name)}</code> <span class="method">${status}</span></dt><dd>${text(message)}</dd>`
}

const style = `:root{color-scheme:light dark;--line:#8884;--soft:#8881}
body{font:16px/1.5 system-ui,sans-serif;margin:0;color:light-dark(#0f172a,#e2e8f0);background:light-dark(#fff,#0f172a)}
header,main{max-width:60rem;margin:auto;padding:1rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem .75rem}nav a{padding:.25rem 0}
a{color:light-dark(#1d4ed8,#93c5fd)}
h2{border-top:1px solid var(--line);padding-top:1.5rem;margin-top:2rem}
article{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:1rem 0;overflow-x:auto}
h3{margin:0;font-size:1rem;overflow-wrap:anywhere}.method{font:600 .8rem ui-monospace,monospace;padding:.15rem .4rem;border-radius:.3rem;background:var(--soft);border:1px solid var(--line)}
table{border-collapse:collapse;margin:.5rem 0;font-size:.9rem}caption{text-align:start;font-weight:600}
th,td{text-align:start;padding:.2rem .75rem .2rem 0;vertical-align:top;font-weight:400}td,th code{overflow-wrap:anywhere}
dd{margin:0 0 .75rem}.refusals{margin:.5rem 0 0;font-size:.9rem}`

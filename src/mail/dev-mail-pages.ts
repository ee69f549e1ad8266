import { escapeHtml } from '#platform/pages/escape-html.ts'

export interface DevMail {
  school_id: string
  id: string
  kind: string
  sender_name: string
  recipient: string
  subject: string
  status: string
  last_error: string | null
  created_at: Date
}

const style = `
:root { color-scheme: light dark; color: light-dark(#1b1f27, #e8eaee); background: light-dark(#fff, #15171c); font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; padding: 24px 16px; max-width: 960px; }
h1 { font-size: 22px; overflow-wrap: anywhere; }
a { color: light-dark(#1d4ed8, #93b4ff); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: start; padding: 10px 8px; border-bottom: 1px solid light-dark(#e2e5ea, #353a44); vertical-align: top; }
td { overflow-wrap: anywhere; }
time, .kind { white-space: nowrap; font-size: 14px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
dt { color: light-dark(#5b6472, #b4bac6); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 640px; border: 1px solid light-dark(#e2e5ea, #353a44); border-radius: 8px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border-radius: 8px; background: light-dark(#f1f3f6, #1f2229); }
@media (max-width: 600px) { table { table-layout: fixed; } time { white-space: normal; } .kind, th:nth-child(4), td:nth-child(4) { display: none; } }`

const document = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const time = (at: Date) => {
  const text = at.toISOString()
  return `<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** The newest mails, one per row. */
export function mailListPage(mails: DevMail[]) {
  const row = (mail: DevMail) => `<tr>
<td>${time(mail.created_at)}</td>
<td>${escapeHtml(mail.recipient)}</td>
<td><a href="/dev/mail/${mail.school_id}/${mail.id}" dir="auto">${escapeHtml(mail.subject)}</a><br><small dir="auto">${escapeHtml(mail.sender_name)}</small></td>
<td class="kind">${escapeHtml(mail.kind)}</td>
<td>${escapeHtml(mail.status)}</td>
</tr>`
  const table = `<table>
<thead><tr><th scope="col">When</th><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Kind</th><th scope="col">State</th></tr></thead>
<tbody>
${mails.map(row).join('\n')}
</tbody>
</table>`
  return document('Mail', `<h1>Mail</h1>\n${mails.length ? table : '<p>No mail has been written yet.</p>'}`)
}

interface OneMail extends DevMail {
  text: string
  attempts: number
}

/** One mail: recipient, time, HTML in a sandbox, plain text. */
export function mailPage(mail: OneMail) {
  const fact = (name: string, value: string) => `<dt>${name}</dt><dd dir="auto">${value}</dd>`
  const tries = `${escapeHtml(mail.status)}, tries: ${mail.attempts}`
  return document(
    mail.subject,
    `<p><a href="/dev/mail">All mail</a></p>
<h1 dir="auto">${escapeHtml(mail.subject)}</h1>
<dl>
${fact('From', escapeHtml(mail.sender_name))}
${fact('To', escapeHtml(mail.recipient))}
${fact('When', time(mail.created_at))}
${fact('Kind', escapeHtml(mail.kind))}
${fact('State', tries)}
${mail.last_error ? fact('Last error', escapeHtml(mail.last_error)) : ''}
</dl>
<iframe title="The mail as a page" src="/dev/mail/${mail.school_id}/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Plain text</h2>
<pre dir="auto">${escapeHtml(mail.text)}</pre>`,
  )
}

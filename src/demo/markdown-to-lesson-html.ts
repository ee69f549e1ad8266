const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const marks = (text: string) =>
  escaped(text)
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')

/** Bold, emphasis, links and code within a line; markup in code is ignored. */
const inline = (line: string) =>
  line
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? `<code>${escaped(part.slice(1, -1))}</code>` : marks(part)))
    .join('')

const isTableRule = (line: string | undefined) => line !== undefined && /^\|[\s:|-]+\|$/.test(line)
const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => inline(cell.trim()))

function table(rows: string[]) {
  const row = (line: string, tag: 'th' | 'td') =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`
  const [head, , ...body] = rows
  return `<table><thead>${row(head!, 'th')}</thead><tbody>${body.map((line) => row(line, 'td')).join('')}</tbody></table>`
}

function list(tag: 'ul' | 'ol', lines: string[]) {
  const items = lines.map((line) => `<li><p>${inline(line.replace(/^(-|\d+\.)\s+/, ''))}</p></li>`)
  return `<${tag}>${items.join('')}</${tag}>`
}

function block(lines: string[]): string {
  const [first] = lines as [string]
  const heading = /^(#{2,4}) (.+)$/.exec(first)
  if (heading) {
    const level = heading[1]!.length
    const rest = lines.slice(1)
    return `<h${level}>${inline(heading[2]!)}</h${level}>${rest.length ? block(rest) : ''}`
  }
  if (lines.every((line) => line.startsWith('- '))) return list('ul', lines)
  if (lines.every((line) => /^\d+\. /.test(line))) return list('ol', lines)
  if (lines.every((line) => line.startsWith('>')))
    return `<blockquote><p>${inline(lines.map((line) => line.slice(1).trim()).join(' '))}</p></blockquote>`
  if (isTableRule(lines[1])) return table(lines)
  return `<p>${inline(lines.join(' '))}</p>`
}

/** Converts the subset of Markdown that lesson texts use to HTML; everything else is plain text. */
export function markdownToLessonHtml(source: string): string {
  const html: string[] = []
  let lines: string[] = []
  let code: string[] | null = null
  const flush = () => {
    if (lines.length) html.push(block(lines))
    lines = []
  }
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) {
      flush()
      if (code) html.push(`<pre><code>${escaped(code.join('\n'))}</code></pre>`)
      code = code ? null : []
    } else if (code) code.push(line)
    else if (line.trim() === '') flush()
    else lines.push(line)
  }
  flush()
  return html.join('\n')
}

/** Splits a course's text file at its `# ` headings. Code blocks may contain such lines too. */
export function splitByHeading(source: string): Map<string, string> {
  const parts = new Map<string, string>()
  let title = ''
  let lines: string[] = []
  let inCode = false
  const close = () => {
    if (title) parts.set(title, lines.join('\n').trim())
    lines = []
  }
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode
    if (!inCode && line.startsWith('# ')) {
      close()
      title = line.slice(2).trim()
      if (parts.has(title)) throw new Error(`The heading "${title}" stands twice.`)
    } else lines.push(line)
  }
  close()
  return parts
}

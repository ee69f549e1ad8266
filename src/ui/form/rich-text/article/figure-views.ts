import type { NodeViewRenderer } from '@tiptap/react'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { parseEmbed } from '#lib/embeds/index.ts'
import type { ArticleTexts } from './article-nodes.ts'
import { linkOf } from './file-links.ts'

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** Asks the toolbar for the description of the selected image. */
export const describeEvent = 'describe-image'

/** A caption with a hint while it is empty. */
function caption(texts: ArticleTexts) {
  const made = element('figcaption', { 'data-hint': texts.caption })
  const show = (node: ProseMirrorNode) => made.toggleAttribute('data-empty', node.content.size === 0)
  return { element: made, show }
}

/** An image with its caption, and a button while it has no description. */
const image =
  (texts: () => ArticleTexts): NodeViewRenderer =>
  ({ node, editor, getPos }) => {
    const words = texts()
    const picture = element('img', { draggable: 'true' })
    const describe = element('button', { type: 'button', contenteditable: 'false' }, words.describe)
    const figure = element('figure', { 'data-block': 'image' }, picture, describe)
    const words_ = caption(words)
    figure.append(words_.element)
    picture.addEventListener('error', () => (figure.dataset.broken = words.missingImage))
    picture.addEventListener('load', () => delete figure.dataset.broken)
    const select = () => {
      const position = getPos()
      if (position !== undefined) editor.commands.setNodeSelection(position)
    }
    picture.addEventListener('click', select)
    describe.addEventListener('click', () => {
      select()
      editor.view.dom.dispatchEvent(new Event(describeEvent))
    })
    const show = ({ attrs }: ProseMirrorNode) => {
      const { src, alt, pixelWidth, pixelHeight, width, align } = attrs as Record<string, string | null>
      if (picture.getAttribute('src') !== linkOf(src!)) picture.src = linkOf(src!)
      picture.alt = alt ?? ''
      describe.hidden = Boolean(alt)
      for (const [name, value] of Object.entries({ width: pixelWidth, height: pixelHeight }))
        if (value) picture.setAttribute(name, String(value))
      for (const [name, value] of Object.entries({ width, align }))
        if (value) figure.dataset[name] = value
        else delete figure.dataset[name]
    }
    show(node)
    words_.show(node)
    return {
      dom: figure,
      contentDOM: words_.element,
      update(next) {
        if (next.type.name !== 'image') return false
        show(next)
        words_.show(next)
        return true
      },
      ignoreMutation: (mutation) =>
        mutation.type !== 'selection' && !words_.element.contains(mutation.target),
    }
  }

const player =
  (kind: 'video' | 'audio', texts: () => ArticleTexts): NodeViewRenderer =>
  ({ node }) => {
    const media = element(kind, { controls: 'controls', preload: 'metadata', contenteditable: 'false' })
    media.src = linkOf(node.attrs.src as string)
    const words = caption(texts())
    words.show(node)
    return {
      dom: element('figure', { 'data-block': kind }, media, words.element),
      contentDOM: words.element,
      update(next) {
        if (next.type.name !== kind || next.attrs.src !== node.attrs.src) return false
        words.show(next)
        return true
      },
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !words.element.contains(mutation.target),
    }
  }

/** A page of another site as readers see it. */
const embed: NodeViewRenderer = ({ node }) => {
  const href = node.attrs.href as string
  const found = parseEmbed(href)
  const dom = element('figure', { 'data-block': 'embed', contenteditable: 'false' })
  if (found) {
    const frame = element('iframe', {
      src: found.url,
      title: found.provider,
      loading: 'lazy',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-presentation',
      'data-shape': found.ratio === null ? 'fixed' : found.ratio > 1.5 ? 'wide' : 'page',
    })
    dom.append(frame)
  }
  dom.append(element('a', { href, rel: 'noopener nofollow', target: '_blank' }, href))
  return { dom, ignoreMutation: () => true }
}

/** Views of nodes with files and frames. */
export const figureViews = { image, player, embed }

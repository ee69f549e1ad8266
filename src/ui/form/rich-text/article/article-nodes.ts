import { mergeAttributes, Node, type AnyExtension, type NodeConfig } from '@tiptap/react'
import type { DOMOutputSpec, Node as ProseMirrorNode } from '@tiptap/pm/model'
import { blockMoves } from './block-moves.ts'
import { codeHighlighting } from './code-highlighting.ts'
import { fileAddress } from './file-links.ts'
import { figureViews } from './figure-views.ts'
import { formulaViews } from './formula-views.ts'
import { pendingUploadNode } from './pending-upload.ts'

/** Texts of the nodes' controls. */
export interface ArticleTexts {
  caption: string
  describe: string
  missingImage: string
  /** Hint of the handle that drags a block. */
  drag: string
  formula: string
  remove: string
  retry: string
  interrupted: string
  uploading: (name: string) => string
}

/** Blocks of articles beside those of rich text. The sanitiser of the server allows exactly these. */
export const articleNodes = (texts: () => ArticleTexts): AnyExtension[] => [
  imageNode(texts),
  playerNode('video', texts),
  playerNode('audio', texts),
  fileNode(),
  embedNode(),
  container(
    'callout',
    { content: 'block+' },
    { tone: { name: 'data-tone', values: ['info', 'tip', 'warning'] } },
  ),
  container(
    'columns',
    { content: 'column{2,3}', isolating: true },
    {
      count: { name: 'data-count', values: ['2', '3'] },
    },
  ),
  container('column', { content: 'block+', isolating: true, group: '' }, {}),
  container('gallery', { content: '(image | pendingUpload)+', isolating: true }, {}),
  formulaNode('inline', texts),
  formulaNode('block', texts),
  pendingUploadNode(texts),
  codeHighlighting(),
  blockMoves(),
]

interface Setting {
  name: string
  values: string[]
}

const setting = ({ name, values }: Setting, fallback: string | null) => ({
  default: fallback,
  parseHTML: (element: HTMLElement) => {
    const value = element.getAttribute(name)
    return value !== null && values.includes(value) ? value : fallback
  },
  renderHTML: (attributes: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([key, value]) =>
        value !== null && `data-${key}` === name ? [[name, value]] : [],
      ),
    ),
})

function container(name: string, config: Partial<NodeConfig>, settings: Record<string, Setting>) {
  return Node.create({
    name,
    group: 'block',
    defining: true,
    ...config,
    addAttributes: () =>
      Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [key, setting(value, value.values[0] ?? null)]),
      ),
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: ({ HTMLAttributes }) => [
      'div',
      mergeAttributes({ 'data-block': name }, HTMLAttributes, name === 'callout' ? { role: 'note' } : {}),
      0,
    ],
  })
}

const numberOf = (element: HTMLElement, name: string) => Number(element.getAttribute(name)) || null

/** The caption of a figure, which is its content. */
const captionOf = (element: globalThis.Node) =>
  (element as HTMLElement).querySelector<HTMLElement>('figcaption') ?? document.createElement('figcaption')

function imageNode(texts: () => ArticleTexts) {
  return Node.create({
    name: 'image',
    group: 'block',
    content: 'inline*',
    draggable: true,
    isolating: true,
    defining: true,
    addAttributes: () => ({
      src: { default: null },
      alt: { default: '' },
      pixelWidth: { default: null },
      pixelHeight: { default: null },
      width: { default: null },
      align: { default: null },
    }),
    parseHTML: () => [
      {
        tag: 'figure[data-block="image"]',
        getAttrs: (element) => attributesOfImage(element.querySelector('img'), element),
        contentElement: captionOf,
      },
      {
        tag: 'img[src^="/media/private/"]',
        priority: 60,
        getAttrs: (element) => attributesOfImage(element as HTMLImageElement, null),
      },
    ],
    renderHTML: ({ node }) => imageSpec(node),
    addNodeView: () => figureViews.image(texts),
  })
}

function imageSpec({ attrs, content }: ProseMirrorNode): DOMOutputSpec {
  const { src, alt, pixelWidth, pixelHeight, width, align } = attrs
  const image = {
    src,
    ...(pixelWidth && { width: pixelWidth }),
    ...(pixelHeight && { height: pixelHeight }),
    alt,
    loading: 'lazy',
  }
  const figure = {
    'data-block': 'image',
    ...(width && { 'data-width': width }),
    ...(align && { 'data-align': align }),
  }
  return content.size
    ? ['figure', figure, ['img', image], ['figcaption', 0]]
    : ['figure', figure, ['img', image]]
}

function attributesOfImage(image: HTMLImageElement | null, figure: HTMLElement | null) {
  const src = fileAddress(image?.getAttribute('src') ?? null)
  if (!image || !src) return false
  return {
    src,
    alt: image.getAttribute('alt') ?? '',
    pixelWidth: numberOf(image, 'width'),
    pixelHeight: numberOf(image, 'height'),
    width: figure?.dataset.width ?? null,
    align: figure?.dataset.align ?? null,
  }
}

function playerNode(kind: 'video' | 'audio', texts: () => ArticleTexts) {
  return Node.create({
    name: kind,
    group: 'block',
    content: 'inline*',
    draggable: true,
    isolating: true,
    defining: true,
    addAttributes: () => ({ src: { default: null } }),
    parseHTML: () => [
      {
        tag: `figure[data-block="${kind}"]`,
        getAttrs: (element) => {
          const src = fileAddress(element.querySelector(kind)?.getAttribute('src') ?? null)
          return src ? { src } : false
        },
        contentElement: captionOf,
      },
    ],
    renderHTML: ({ node }) => {
      const player = {
        src: node.attrs.src as string,
        controls: 'controls',
        preload: 'metadata',
        ...(kind === 'video' && { playsinline: 'playsinline' }),
      }
      return node.content.size
        ? ['figure', { 'data-block': kind }, [kind, player], ['figcaption', 0]]
        : ['figure', { 'data-block': kind }, [kind, player]]
    },
    addNodeView: () => figureViews.player(kind, texts),
  })
}

function fileNode() {
  return Node.create({
    name: 'file',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ src: { default: null }, label: { default: '' } }),
    parseHTML: () => [
      {
        tag: 'p[data-block="file"]',
        priority: 60,
        getAttrs: (element) => {
          const link = element.querySelector('a')
          const src = fileAddress(link?.getAttribute('href') ?? null)
          return src ? { src, label: link!.textContent ?? '' } : false
        },
      },
    ],
    renderHTML: ({ node }) => [
      'p',
      { 'data-block': 'file' },
      ['a', { href: node.attrs.src as string }, node.attrs.label as string],
    ],
  })
}

function embedNode() {
  return Node.create({
    name: 'embed',
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ href: { default: null } }),
    parseHTML: () => [
      {
        tag: 'figure[data-block="embed"]',
        getAttrs: (element) => {
          const href = element.querySelector('a')?.getAttribute('href')
          return href?.startsWith('https://') ? { href } : false
        },
      },
    ],
    renderHTML: ({ node }) => [
      'figure',
      { 'data-block': 'embed' },
      ['a', { href: node.attrs.href, rel: 'noopener nofollow', target: '_blank' }, node.attrs.href],
    ],
    addNodeView: () => figureViews.embed,
  })
}

function formulaNode(kind: 'inline' | 'block', texts: () => ArticleTexts) {
  const tag = kind === 'inline' ? 'span' : 'div'
  return Node.create({
    name: kind === 'inline' ? 'formula' : 'formulaBlock',
    group: kind,
    inline: kind === 'inline',
    atom: true,
    addAttributes: () => ({ tex: { default: '' } }),
    parseHTML: () => [
      {
        tag: `${tag}[data-block="formula"]`,
        priority: 60,
        getAttrs: (element) => ({ tex: element.dataset.tex ?? element.textContent ?? '' }),
      },
    ],
    renderHTML: ({ node }) => [tag, { 'data-block': 'formula' }, node.attrs.tex as string],
    addNodeView: () => formulaViews(kind, texts),
  })
}

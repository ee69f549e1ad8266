import type { NodeViewRenderer } from '@tiptap/react'
import type { ArticleTexts } from './article-nodes.ts'

const loadKatex = () => import('katex').then((module) => module.default)

/** A formula as readers see it; while it is selected or empty, with a field for its TeX. */
export const formulaViews =
  (kind: 'inline' | 'block', texts: () => ArticleTexts): NodeViewRenderer =>
  ({ node, editor, getPos }) => {
    let tex = node.attrs.tex as string
    const dom = document.createElement(kind === 'inline' ? 'span' : 'div')
    dom.dataset.block = 'formula'
    const math = document.createElement('span')
    const field = document.createElement('input')
    field.setAttribute('aria-label', texts().formula)
    field.placeholder = 'x^2 + y^2'
    field.spellcheck = false
    field.value = tex
    dom.append(math, field)
    const draw = async () => {
      const katex = await loadKatex()
      const html = katex.renderToString(tex, {
        output: 'mathml',
        displayMode: kind === 'block',
        throwOnError: false,
        strict: 'ignore',
      })
      math.innerHTML = tex === '' ? '' : html
    }
    const open = (isOpen: boolean) => {
      field.hidden = !isOpen && tex !== ''
    }
    const save = () => {
      const position = getPos()
      if (position === undefined || field.value === tex) return
      editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'tex', field.value))
    }
    const leave = () => {
      const position = getPos()
      if (position !== undefined)
        editor
          .chain()
          .setTextSelection(position + 1)
          .focus()
          .run()
    }
    field.addEventListener('input', save)
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.preventDefault()
        leave()
      }
    })
    field.addEventListener('blur', () => open(false))
    math.addEventListener('click', () => {
      open(true)
      field.focus()
    })
    void draw()
    open(false)
    if (tex === '') setTimeout(() => field.focus())
    return {
      dom,
      update(next) {
        if (next.type !== node.type) return false
        tex = next.attrs.tex as string
        if (field.value !== tex) field.value = tex
        void draw()
        return true
      },
      selectNode() {
        dom.classList.add('ProseMirror-selectednode')
        open(true)
      },
      deselectNode() {
        dom.classList.remove('ProseMirror-selectednode')
        if (document.activeElement !== field) open(false)
      },
      stopEvent: (event) => event.target === field,
      ignoreMutation: () => true,
    }
  }

import type { ReactNode } from 'react'
import { ResponsiveImage } from '#ui/components/responsive-image.tsx'
import { GeneratedCover } from './generated-cover.tsx'
import type { ImageProps } from './image-props.ts'

interface Props {
  eyebrow?: ReactNode
  title: string
  text?: ReactNode
  actions?: ReactNode
  /** Short true facts below the actions, such as the number of courses. */
  facts?: readonly string[]
  image?: ImageProps | null
  /** Text whose generated cover stands in for a missing image. */
  pattern?: string
  /** `cover`: on the image; `centred`: above it; `catalogue`: short, without the image. */
  layout?: 'cover' | 'centred' | 'catalogue'
  /** Below the text and above the actions, such as a search field. */
  children?: ReactNode
}

/** Top of a page: title, text and actions, with the cover image or a generated cover if there is one. */
export function Hero({ layout = 'cover', image, pattern, ...words }: Props) {
  const cover = layout === 'catalogue' ? null : <Cover image={image} pattern={pattern} />
  const hasCover = cover !== null && Boolean(image ?? pattern)
  return (
    <section className={hasCover ? `p-hero p-hero-${layout}` : 'p-hero p-hero-plain'}>
      {layout === 'cover' && cover}
      <div className="p-width">
        <HeroWords {...words} />
      </div>
      {layout === 'centred' && hasCover && <div className="p-width p-hero-picture">{cover}</div>}
    </section>
  )
}

function Cover({ image, pattern }: Pick<Props, 'image' | 'pattern'>) {
  if (!image) return pattern ? <GeneratedCover text={pattern} /> : null
  return (
    <ResponsiveImage
      src={image.src}
      sizes="(min-width: 56em) 62vw, 100vw"
      width={image.width}
      height={image.height}
      alt={image.alt ?? ''}
      fetchPriority="high"
    />
  )
}

type WordsProps = Omit<Props, 'layout' | 'image' | 'pattern'>

function HeroWords({ eyebrow, title, text, actions, facts = [], children }: WordsProps) {
  return (
    <div className="p-hero-words">
      {eyebrow && <p className="p-eyebrow">{eyebrow}</p>}
      <h1>{title}</h1>
      {text && <p className="p-hero-text">{text}</p>}
      {children}
      {actions && <div className="p-actions">{actions}</div>}
      {/* One text: separate parts would move when their font has loaded. */}
      {facts.length > 0 && <p className="p-hero-facts">{facts.join(' · ')}</p>}
    </div>
  )
}

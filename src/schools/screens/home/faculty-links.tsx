import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Category } from './home-view.ts'

interface Props {
  faculties: Category[]
  current?: string | null
}

/** Links to the faculties with a listed course, if any. */
export function FacultyLinks({ faculties, current = null }: Props) {
  const { t } = useTranslation('schools')
  if (faculties.length === 0) return null
  return (
    <nav aria-label={t('home.faculties')} className="s-categories">
      {faculties.map(({ id, slug, name }) => (
        <a
          key={id}
          href={`/?faculty=${encodeURIComponent(slug)}`}
          aria-current={id === current ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

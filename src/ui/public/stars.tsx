interface Props {
  rating: number
  /** The rating as text. */
  label: string
}

/** A rating of up to five stars, rounded to whole ones. */
export function Stars({ rating, label }: Props) {
  const full = Math.round(rating)
  return (
    <>
      <span className="p-landing-stars" aria-hidden="true">
        {'★'.repeat(full) + '☆'.repeat(5 - full)}
      </span>
      <span className="p-hidden">{label}</span>
    </>
  )
}

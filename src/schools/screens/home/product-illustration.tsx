/** Illustration of a course list beside a lesson, in the colours of the page. */
export function ProductIllustration() {
  return (
    <svg className="s-picture" viewBox="0 0 560 440" aria-hidden="true" focusable="false">
      <rect className="s-pic-window" x="20" y="16" width="470" height="330" rx="16" />
      <rect className="s-pic-bar" x="20" y="16" width="470" height="46" rx="16" />
      <rect className="s-pic-bar" x="20" y="40" width="470" height="22" />
      <circle className="s-pic-primary" cx="48" cy="39" r="11" />
      <rect className="s-pic-strong" x="68" y="33" width="92" height="12" rx="6" />
      <rect className="s-pic-primary" x="402" y="28" width="68" height="22" rx="8" />
      <rect className="s-pic-film" x="44" y="84" width="262" height="148" rx="12" />
      <circle className="s-pic-play" cx="175" cy="158" r="30" />
      <path className="s-pic-mark" d="M167 143l24 15-24 15z" />
      <rect className="s-pic-soft" x="60" y="212" width="230" height="6" rx="3" />
      <rect className="s-pic-accent" x="60" y="212" width="142" height="6" rx="3" />
      <rect className="s-pic-strong" x="44" y="252" width="180" height="14" rx="7" />
      <rect className="s-pic-line" x="44" y="280" width="262" height="9" rx="4.5" />
      <rect className="s-pic-line" x="44" y="298" width="236" height="9" rx="4.5" />
      <rect className="s-pic-line" x="44" y="316" width="250" height="9" rx="4.5" />
      {[84, 128, 172, 216, 260].map((y, index) => (
        <g key={y}>
          <rect
            className={index === 2 ? 's-pic-chosen' : 's-pic-row'}
            x="326"
            y={y}
            width="144"
            height="36"
            rx="9"
          />
          <circle className={index < 2 ? 's-pic-done' : 's-pic-open'} cx="346" cy={y + 18} r="8" />
          {index < 2 && <path className="s-pic-tick" d={`M342 ${y + 18}l3 3 6-6`} />}
          <rect
            className="s-pic-line"
            x="364"
            y={y + 13}
            width={[86, 70, 92, 64, 78][index]}
            height="10"
            rx="5"
          />
        </g>
      ))}
      <rect className="s-pic-window" x="392" y="206" width="150" height="220" rx="22" />
      <rect className="s-pic-bar" x="404" y="226" width="126" height="72" rx="10" />
      <path
        className="s-pic-accent"
        d="M404 288l34-30 26 22 24-16 42 30v0a10 10 0 0 1-10 10H414a10 10 0 0 1-10-10z"
      />
      <rect className="s-pic-strong" x="404" y="310" width="94" height="11" rx="5.5" />
      <rect className="s-pic-line" x="404" y="330" width="126" height="8" rx="4" />
      <rect className="s-pic-line" x="404" y="346" width="104" height="8" rx="4" />
      <rect className="s-pic-primary" x="404" y="376" width="126" height="32" rx="9" />
    </svg>
  )
}

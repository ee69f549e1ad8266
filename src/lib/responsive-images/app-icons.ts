export interface AppIcon {
  /** Last part of its address, below the address of the logo. */
  name: string
  /** Width and height. */
  pixels: number
  /** Empty part on each side, of 1. Systems cut a maskable icon to a circle of four fifths of its width. */
  margin: number
  purpose: 'any' | 'maskable' | 'apple'
}

/** Square icons of an installed school, drawn from its logo. */
export const appIcons: readonly AppIcon[] = [
  { name: 'icon-192.png', pixels: 192, margin: 0.06, purpose: 'any' },
  { name: 'icon-512.png', pixels: 512, margin: 0.06, purpose: 'any' },
  { name: 'icon-maskable-512.png', pixels: 512, margin: 0.2, purpose: 'maskable' },
  { name: 'icon-180.png', pixels: 180, margin: 0.12, purpose: 'apple' },
]

/** The icon with this name; undefined for any other text. */
export const findAppIcon = (name: string) => appIcons.find((icon) => icon.name === name)

/** Address of an icon; null if the logo is not an upload, such as a file of the demo. */
export const appIconAddress = (logo: string | null, { name }: AppIcon) =>
  logo !== null && /\/media\/public\/[0-9a-f-]{36}$/.test(logo) ? `${logo}/${name}` : null

/** Address of the icon for home screens of Apple's; null if the logo is not an upload. */
export const touchIconAddress = (logo: string | null) =>
  appIconAddress(
    logo,
    appIcons.find(({ purpose }) => purpose === 'apple')!,
  )

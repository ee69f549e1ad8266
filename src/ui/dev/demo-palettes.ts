import { defaultPalette, type Palette } from '#lib/theme/index.ts'

/** Palettes of very different schools, one of them with a dark background. */
export const demoPalettes: Record<string, Palette> = {
  school: defaultPalette,
  parole: {
    primary: '#a4262c',
    accent: '#5b3f8c',
    background: '#fff8f2',
    surface: '#ffffff',
    text: '#2a1a16',
  },
  meadow: {
    primary: '#2f7d4f',
    accent: '#a65a00',
    background: '#f4f8f1',
    surface: '#ffffff',
    text: '#16261c',
  },
  night: {
    primary: '#f2c230',
    accent: '#4fd1c5',
    background: '#10141c',
    surface: '#182030',
    text: '#eef2f8',
  },
}

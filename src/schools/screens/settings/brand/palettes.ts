import { defaultPalette, type Palette } from '#lib/theme/index.ts'

/** Default palettes; every pair has enough contrast. */
export const palettes = [
  { name: 'school', palette: defaultPalette },
  {
    name: 'forest',
    palette: {
      primary: '#0b6e4f',
      accent: '#a4471b',
      background: '#f8faf7',
      surface: '#ffffff',
      text: '#12261e',
    },
  },
  {
    name: 'plum',
    palette: {
      primary: '#7a2f6b',
      accent: '#1f6f78',
      background: '#fcf9fb',
      surface: '#ffffff',
      text: '#2a1626',
    },
  },
  {
    name: 'ocean',
    palette: {
      primary: '#0e5a8a',
      accent: '#b3471d',
      background: '#f4f9fc',
      surface: '#ffffff',
      text: '#0f2430',
    },
  },
  {
    name: 'clay',
    palette: {
      primary: '#9a3b26',
      accent: '#22615b',
      background: '#fdf8f3',
      surface: '#ffffff',
      text: '#2b1d16',
    },
  },
  {
    name: 'ink',
    palette: {
      primary: '#2f3e9e',
      accent: '#a02d5c',
      background: '#ffffff',
      surface: '#f5f6fa',
      text: '#161a2e',
    },
  },
  {
    name: 'night',
    palette: {
      primary: '#7cb7ff',
      accent: '#ffb26b',
      background: '#10151f',
      surface: '#1a2130',
      text: '#eef2f9',
    },
  },
] as const satisfies readonly { name: string; palette: Palette }[]

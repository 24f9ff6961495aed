import { defaultTheme, ownTheme, type Theme } from './theme.ts'

export interface Preset {
  readonly name: string
  readonly theme: Theme
}

/** Starting points. The contrast of their texts is at least 4.5:1. */
export const presets: readonly Preset[] = [
  { name: 'Modern', theme: defaultTheme },
  { name: 'Default', theme: ownTheme('auto') },
  {
    name: 'Night',
    theme: {
      ...ownTheme('dark'),
      text: '#f2f4fb',
      quietText: '#aab2c8',
      background: '#14171f',
      button: '#a9b8ff',
      buttonText: '#11162b',
      font: 'System',
      radius: 14,
    },
  },
  {
    name: 'Meadow',
    theme: {
      ...ownTheme('light'),
      text: '#12372a',
      quietText: '#476257',
      background: '#fbfdf9',
      button: '#1c6b4a',
      buttonText: '#ffffff',
      success: '#1c6b4a',
      font: 'System',
      radius: 22,
    },
  },
  {
    name: 'Paper',
    theme: {
      ...ownTheme('light'),
      text: '#2b2118',
      quietText: '#66584a',
      background: '#fdf8ef',
      button: '#8c3a1c',
      buttonText: '#fffaf2',
      success: '#2f6136',
      font: 'Serif',
      radius: 3,
    },
  },
]

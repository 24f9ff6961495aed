import type { StyleConfig } from '../theme/style-config.ts'

const background = 'light-dark(#ffffff, #18181b)'
const ink = 'light-dark(#18181b, #fafafa)'
const line = 'light-dark(#e4e4e7, #3f3f46)'

/**
 * A compact theme in neutral colors: 40px controls, icons next to their labels, a centered title, quiet motion. Light and
 * dark: it follows the user's preference unless `colorScheme` says otherwise.
 *
 * @example
 * import { Login } from '@latchkey/widgets'
 * import { modern } from '@latchkey/widgets/themes'
 *
 * <Login client={client} styles={modern} />
 * <Login client={client} styles={{ ...modern, colors: { ...modern.colors, primary: '#4f46e5' } }} />
 */
export const modern: StyleConfig = {
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  colorScheme: 'auto',
  colors: {
    primary: ink,
    secondary: 'light-dark(#63636b, #a1a1aa)',
    success: 'light-dark(#15803d, #4ade80)',
    error: 'light-dark(#b91c1c, #fca5a5)',
    focus: 'light-dark(#6366f1, #a5b4fc)',
  },
  container: {
    width: 400,
    backgroundColor: background,
    borderColor: line,
    borderRadius: 18,
    shadow: '0 1px 2px #0000000a, 0 16px 40px -16px #0000001f',
  },
  title: { size: 20, weight: 600, align: 'center', subtitle: true },
  text: { size: 14 },
  label: { size: 13, weight: 500 },
  controls: { height: 40, size: 14, weight: 500, gap: 8, errorSpace: 0, icons: 'label' },
  buttons: {
    primary: { borderRadius: 10 },
    secondary: { backgroundColor: 'light-dark(#ffffff, #27272a)', borderColor: line, borderRadius: 10 },
    disabled: { borderRadius: 10 },
  },
  inputs: {
    backgroundColor: 'light-dark(#ffffff, #09090b)',
    borderColor: 'light-dark(#8e8e98, #71717a)',
    borderRadius: 10,
  },
  motion: 'quiet',
}

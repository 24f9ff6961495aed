import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { DocsLayout } from '../../src/docs-layout.ts'
import { LiveWidget } from '../../src/live-widget.ts'
import '../../src/theme.css'

const theme: Theme = {
  extends: DefaultTheme,
  Layout: DocsLayout,
  enhanceApp: ({ app }) => {
    app.component('LiveWidget', LiveWidget)
  },
}

export default theme

export type TemplateName = 'react-vite' | 'nextjs' | 'html'

/** The templates by the name of their folder. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  'react-vite': { title: 'React with Vite', style: 'src/style.css' },
  nextjs: { title: 'Next.js', style: 'app/style.css' },
  html: { title: 'HTML without a bundler or React', style: 'public/style.css' },
}

interface Template {
  /** Shown in the list of templates. */
  title: string
  /** The path of the style sheet, which all templates share. */
  style: string
}

export const templateNames: readonly TemplateName[] = Object.keys(templates) as TemplateName[]

export const defaultTemplate: TemplateName = 'react-vite'

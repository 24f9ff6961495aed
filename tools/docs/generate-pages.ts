// The pages of the site that are generated from the code.
import { apiPages } from './api-pages.ts'
import { cliPage } from './cli-page.ts'
import { httpPages } from './http-pages.ts'
import type { GeneratedPage } from './pages.ts'

export async function generatePages(): Promise<GeneratedPage[]> {
  return [cliPage(), ...(await httpPages()), ...apiPages()]
}

/** The sections of `npm run bench`, in their order. */
export const sectionNames = [
  'sizes',
  'mount',
  'refresh',
  'business',
  'secondFactors',
  'saml',
  'tracing',
  'verifyRequest',
  'passwords',
  'enumeration',
  'authorize',
  'starts',
] as const

export type SectionName = (typeof sectionNames)[number]

/** The sections that need the bundles of the browser packages. */
export const bundledSections: readonly SectionName[] = ['sizes', 'mount']

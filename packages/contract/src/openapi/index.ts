export type { OpenApiDocument, OpenApiOptions } from './document.ts'
export { createOpenApiDocument } from './document.ts'

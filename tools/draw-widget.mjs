// Draws the pictures of the sign-in widget in docs/images: see tools/docs/draw-widget.ts.
import { runTool } from './run-ts.mjs'

await runTool('./docs/draw-widget.ts')

import { consumerScene } from './consumer-scene.ts'
import type { SceneKind } from './scene.ts'

/** Both kinds of projects run the cases of a sign-in method. */
export const scenes: readonly SceneKind[] = [consumerScene]

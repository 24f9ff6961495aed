import { Worker } from 'node:worker_threads'

/** The compiled program is next to this file in the package. Bundles of this repository contain it under this name. */
export function startWorker(): Worker {
  return new Worker(new URL('./password-worker.js', import.meta.url))
}
